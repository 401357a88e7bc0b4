"""What every client of docs/compatibility.md is asked to do, and how it reports what it did.

A client that offers an operation must do it right: otherwise its story ends with an error. One that does not offer it
says why.
"""

import hashlib
import os
import subprocess
import sys
import urllib.request

OPERATIONS = ["put", "multipart", "get", "range", "list", "copy", "delete", "presigned"]
MIB = 1 << 20
SMALL_SIZE = 100_000
LARGE_SIZE = 11 * MIB + 7
FIRST, LAST = 90_000, 99_998

endpoint, access, secret, region, bucket, folder = sys.argv[1:7]


def noise(seed, length):
    return hashlib.shake_128(seed.encode()).digest(length)


SMALL = noise("small", SMALL_SIZE)
LARGE = noise("large", LARGE_SIZE)
RANGE = SMALL[FIRST : LAST + 1]
KEYS = ["folder/with space & ü.bin", "folder/deeper/large.bin", "copied.bin"]


def path_of(name, content=None):
    """A path in the working folder, for a file with this content."""
    path = os.path.join(folder, name)
    if content is not None:
        with open(path, "wb") as file:
            file.write(content)
    return path


def read(path):
    with open(path, "rb") as file:
        return file.read()


def run(*command, **environment):
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, timeout=100)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.stdout.decode()}\n{done.stderr.decode()}")
    return done.stdout


def fetched(url):
    with urllib.request.urlopen(url) as reply:
        return reply.read()


def same(found, wanted, what):
    if found != wanted:
        raise AssertionError(f"{what}: {str(found)[:200]} instead of {str(wanted)[:200]}")


def tell(version, operations):
    """Does each operation, in order; one that the client does not offer is the text of the reason."""
    same(list(operations), OPERATIONS, "the operations")
    print("version", version)
    for name, operation in operations.items():
        if isinstance(operation, str):
            print(name, "no", operation)
        else:
            operation()
            print(name, "yes")
