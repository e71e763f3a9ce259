#!/bin/sh
# Makes the key, the certificate and the request of the examples.
set -eu
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 30 -subj /CN=example.org -addext subjectAltName=DNS:example.org -batch 2>/dev/null
openssl req -new -key key.pem -subj /CN=example.org -batch -out demo.csr
