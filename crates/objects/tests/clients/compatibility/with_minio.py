"""minio, the Python SDK of MinIO."""

import io
from importlib.metadata import version
from urllib.parse import urlsplit

from minio import Minio
from minio.commonconfig import CopySource
from minio.deleteobjects import DeleteObject

from story import (
    FIRST, KEYS, LARGE, MIB, RANGE, SMALL, access, bucket, endpoint, fetched, region, same, secret, tell,
)

s3 = Minio(urlsplit(endpoint).netloc, access_key=access, secret_key=secret, region=region, secure=False)
small, large, copied = KEYS


def body(key, **arguments):
    reply = s3.get_object(bucket, key, **arguments)
    try:
        return reply.read()
    finally:
        reply.close()
        reply.release_conn()


def put(key, content):
    s3.put_object(bucket, key, io.BytesIO(content), len(content), part_size=5 * MIB)


def multipart():
    put(large, LARGE)
    same(s3.stat_object(bucket, large).etag[-2:], "-3", "the parts")


def get():
    same(body(small), SMALL, "the small object")
    same(body(large), LARGE, "the large object")


def listed():
    return [item.object_name for item in s3.list_objects(bucket, recursive=True)]


def copy():
    s3.copy_object(bucket, copied, CopySource(bucket, small))
    same(body(copied), SMALL, "the copy")


def delete():
    same(list(s3.remove_objects(bucket, [DeleteObject(large)])), [], "refusals")
    s3.remove_object(bucket, copied)
    same(listed(), [small], "what is left")


tell(version("minio"), {
    "put": lambda: put(small, SMALL),
    "multipart": multipart,
    "get": get,
    "range": lambda: same(body(small, offset=FIRST, length=len(RANGE)), RANGE, "the range"),
    "list": lambda: same(listed(), sorted(KEYS[:2]), "the list"),
    "copy": copy,
    "delete": delete,
    "presigned": lambda: same(fetched(s3.presigned_get_object(bucket, small)), SMALL, "the URL"),
})
