"""The bed: a stock Debian kernel in QEMU, for tests against real kernel devices with no Pi."""
