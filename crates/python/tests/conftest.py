"""What holds for all tests."""

import signal

# A shell lets a command in the background ignore Ctrl-C, and Python raises no KeyboardInterrupt then.
signal.signal(signal.SIGINT, signal.default_int_handler)
