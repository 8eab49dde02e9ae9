"""Tests of the service, in a guest whose first process is systemd."""
