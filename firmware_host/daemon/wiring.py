"""Which device is real and which is a twin: the only module that knows both."""
