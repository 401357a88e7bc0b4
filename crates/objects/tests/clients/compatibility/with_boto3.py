"""boto3, the AWS SDK for Python."""

import io

import boto3
from boto3.s3.transfer import TransferConfig
from botocore.config import Config

from story import (
    FIRST, KEYS, LARGE, LAST, MIB, RANGE, SMALL, access, bucket, endpoint, fetched, region, same, secret, tell,
)

s3 = boto3.client(
    "s3",
    endpoint_url=endpoint,
    aws_access_key_id=access,
    aws_secret_access_key=secret,
    region_name=region,
    config=Config(s3={"addressing_style": "path"}, retries={"max_attempts": 1}),
)
small, large, copied = KEYS
PARTS = TransferConfig(multipart_threshold=5 * MIB, multipart_chunksize=5 * MIB)


def body(key, **arguments):
    return s3.get_object(Bucket=bucket, Key=key, **arguments)["Body"].read()


def multipart():
    s3.upload_fileobj(io.BytesIO(LARGE), bucket, large, Config=PARTS)
    same(s3.head_object(Bucket=bucket, Key=large)["ETag"][-3:], '-3"', "the parts")


def get():
    same(body(small), SMALL, "the small object")
    found = io.BytesIO()
    s3.download_fileobj(bucket, large, found, Config=PARTS)
    same(found.getvalue(), LARGE, "the large object")


def listing():
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, PaginationConfig={"PageSize": 1})
    same([item["Key"] for page in pages for item in page["Contents"]], sorted(KEYS[:2]), "the list")


def copy():
    s3.copy_object(Bucket=bucket, Key=copied, CopySource={"Bucket": bucket, "Key": small})
    same(body(copied), SMALL, "the copy")


def delete():
    s3.delete_objects(Bucket=bucket, Delete={"Objects": [{"Key": large}]})
    s3.delete_object(Bucket=bucket, Key=copied)
    same([item["Key"] for item in s3.list_objects_v2(Bucket=bucket)["Contents"]], [small], "what is left")


tell(boto3.__version__, {
    "put": lambda: s3.put_object(Bucket=bucket, Key=small, Body=SMALL),
    "multipart": multipart,
    "get": get,
    "range": lambda: same(body(small, Range=f"bytes={FIRST}-{LAST}"), RANGE, "the range"),
    "list": listing,
    "copy": copy,
    "delete": delete,
    "presigned": lambda: same(
        fetched(s3.generate_presigned_url("get_object", Params={"Bucket": bucket, "Key": small})), SMALL, "the URL"
    ),
})
