"""pyarrow, which reads and writes tables and files in S3."""

import pyarrow
from pyarrow.fs import FileSelector, S3FileSystem

from story import FIRST, KEYS, LARGE, LAST, RANGE, SMALL, access, bucket, endpoint, region, same, secret, tell

s3 = S3FileSystem(access_key=access, secret_key=secret, region=region, endpoint_override=endpoint, scheme="http")
small, large, copied = [f"{bucket}/{key}" for key in KEYS]


def put(path, content):
    with s3.open_output_stream(path) as stream:
        stream.write(content)


def body(path):
    with s3.open_input_stream(path) as stream:
        return stream.read()


def part():
    with s3.open_input_file(small) as file:
        file.seek(FIRST)
        same(file.read(LAST + 1 - FIRST), RANGE, "the range")


def get():
    same(body(small), SMALL, "the small object")
    same(body(large), LARGE, "the large object")


def listed():
    found = s3.get_file_info(FileSelector(bucket, recursive=True))
    return sorted(info.path for info in found if info.is_file)


def copy():
    s3.copy_file(small, copied)
    same(body(copied), SMALL, "the copy")


def delete():
    s3.delete_dir(f"{bucket}/folder/deeper")
    s3.delete_file(copied)
    same(listed(), [small], "what is left")


tell(pyarrow.__version__, {
    "put": lambda: put(small, SMALL),
    "multipart": lambda: put(large, LARGE),
    "get": get,
    "range": part,
    "list": lambda: same(listed(), sorted([small, large]), "the list"),
    "copy": copy,
    "delete": delete,
    "presigned": "it does not sign URLs",
})
