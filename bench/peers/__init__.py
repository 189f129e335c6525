# SPDX-License-Identifier: Apache-2.0
"""What bench/peers.py is made of: cases, one module a peer with its forms, timing, results."""
