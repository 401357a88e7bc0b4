"""s5cmd, a fast command line for S3."""

import os
from importlib.metadata import version

from story import (
    KEYS, LARGE, SMALL, access, bucket, endpoint, fetched, path_of, read, region, run, same, secret, tell,
)

program = os.environ["TONNAGE_TEST_S5CMD"]
small, large, copied = [f"s3://{bucket}/{key}" for key in KEYS]


def s5cmd(*arguments):
    return run(
        program, "--endpoint-url", endpoint, *arguments,
        AWS_ACCESS_KEY_ID=access, AWS_SECRET_ACCESS_KEY=secret, AWS_REGION=region,
    )


def gets():
    same(s5cmd("cat", small), SMALL, "the small object")
    path = path_of("got")
    s5cmd("cp", "--part-size=5", large, path)
    same(read(path), LARGE, "the large object")


def listed():
    return sorted(line.split(maxsplit=3)[3] for line in s5cmd("ls", f"s3://{bucket}/*").decode().splitlines())


def copy():
    s5cmd("cp", small, copied)
    same(s5cmd("cat", copied), SMALL, "the copy")


def delete():
    s5cmd("rm", large, copied)
    same(listed(), [KEYS[0]], "what is left")


tell(version("s5cmd"), {
    "put": lambda: s5cmd("cp", path_of("small", SMALL), small),
    "multipart": lambda: s5cmd("cp", "--part-size=5", path_of("large", LARGE), large),
    "get": gets,
    "range": "it has no option for a range",
    "list": lambda: same(listed(), sorted(KEYS[:2]), "the list"),
    "copy": copy,
    "delete": delete,
    "presigned": lambda: same(fetched(s5cmd("presign", small).decode().strip()), SMALL, "the URL"),
})
