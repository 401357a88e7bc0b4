"""Drives the store with boto3: multipart, ranges, listings, conditions, checksums, descriptions, deletes."""

import base64
import hashlib
import io
import sys
import urllib.request

import boto3
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import ClientError

endpoint, access, secret, region = sys.argv[1:5]
s3 = boto3.client(
    "s3",
    endpoint_url=endpoint,
    aws_access_key_id=access,
    aws_secret_access_key=secret,
    region_name=region,
    config=Config(s3={"addressing_style": "path"}, retries={"max_attempts": 1}),
)
BUCKET = "boto"
MIB = 1 << 20


def noise(seed, length):
    block = hashlib.shake_128(str(seed).encode()).digest(min(length, MIB))
    return (block * (length // max(len(block), 1) + 1))[:length]


def refused(code, call, **arguments):
    try:
        call(**arguments)
    except ClientError as error:
        found = error.response["Error"]["Code"]
        assert found == code, f"{found} instead of {code}"
        return
    raise AssertionError(f"{call} was accepted")


def buckets():
    s3.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": region})
    s3.head_bucket(Bucket=BUCKET)
    assert s3.get_bucket_location(Bucket=BUCKET)["LocationConstraint"] == region
    assert BUCKET in [bucket["Name"] for bucket in s3.list_buckets()["Buckets"]]
    refused("NoSuchBucket", s3.list_objects_v2, Bucket="missing")


def single_objects():
    for length in [0, 1, 70_000, 3 * MIB]:
        body = noise(length, length)
        put = s3.put_object(Bucket=BUCKET, Key="single", Body=body, Metadata={"colour": "red"}, ContentType="a/b")
        got = s3.get_object(Bucket=BUCKET, Key="single")
        assert got["Body"].read() == body
        assert (got["ETag"], got["Metadata"], got["ContentType"]) == (put["ETag"], {"colour": "red"}, "a/b")
    part = s3.get_object(Bucket=BUCKET, Key="single", Range="bytes=100-1000099")
    assert part["Body"].read() == body[100:1000100]
    assert part["ContentRange"] == f"bytes 100-1000099/{len(body)}"
    head = s3.head_object(Bucket=BUCKET, Key="single", ChecksumMode="ENABLED")
    assert head["ChecksumType"] == "FULL_OBJECT" and head["ChecksumCRC64NVME"] and head["ChecksumCRC32"]
    refused("PreconditionFailed", s3.put_object, Bucket=BUCKET, Key="single", Body=b"x", IfNoneMatch="*")
    refused("PreconditionFailed", s3.get_object, Bucket=BUCKET, Key="single", IfMatch='"other"')
    refused("304", s3.get_object, Bucket=BUCKET, Key="single", IfNoneMatch=put["ETag"])
    refused("InvalidRange", s3.get_object, Bucket=BUCKET, Key="single", Range="bytes=99999999-")
    refused("NoSuchKey", s3.get_object, Bucket=BUCKET, Key="missing")
    for algorithm in ["CRC32", "SHA1", "SHA256"]:
        s3.put_object(Bucket=BUCKET, Key="single", Body=io.BytesIO(body), ChecksumAlgorithm=algorithm)
        assert s3.get_object(Bucket=BUCKET, Key="single")["Body"].read() == body


def multipart():
    body = noise("multipart", 17 * MIB + 5)
    config = TransferConfig(multipart_threshold=5 * MIB, multipart_chunksize=5 * MIB, max_concurrency=4)
    s3.upload_fileobj(io.BytesIO(body), BUCKET, "multipart", Config=config)
    back = io.BytesIO()
    s3.download_fileobj(BUCKET, "multipart", back, Config=config)
    assert back.getvalue() == body
    upload = s3.create_multipart_upload(Bucket=BUCKET, Key="by hand", ChecksumAlgorithm="CRC32")["UploadId"]
    refused("NoSuchUpload", s3.list_parts, Bucket=BUCKET, Key="by hand", UploadId="0" * 32)
    first = s3.upload_part(Bucket=BUCKET, Key="by hand", UploadId=upload, PartNumber=1, Body=body[: 5 * MIB])
    copied = s3.upload_part_copy(
        Bucket=BUCKET, Key="by hand", UploadId=upload, PartNumber=4,
        CopySource={"Bucket": BUCKET, "Key": "multipart"}, CopySourceRange="bytes=5-104",
    )["CopyPartResult"]
    listed = s3.list_parts(Bucket=BUCKET, Key="by hand", UploadId=upload)["Parts"]
    assert [(part["PartNumber"], part["Size"]) for part in listed] == [(1, 5 * MIB), (4, 100)]
    assert [one["UploadId"] for one in s3.list_multipart_uploads(Bucket=BUCKET)["Uploads"]] == [upload]
    parts = [{"PartNumber": 1, "ETag": first["ETag"]}, {"PartNumber": 4, "ETag": copied["ETag"]}]
    finish = dict(Bucket=BUCKET, Key="by hand", UploadId=upload, MultipartUpload={"Parts": parts})
    done = s3.complete_multipart_upload(**finish)
    assert s3.complete_multipart_upload(**finish)["ETag"] == done["ETag"]
    assert s3.get_object(Bucket=BUCKET, Key="by hand")["Body"].read() == body[: 5 * MIB] + body[5:105]
    upload = s3.create_multipart_upload(Bucket=BUCKET, Key="given up")["UploadId"]
    s3.abort_multipart_upload(Bucket=BUCKET, Key="given up", UploadId=upload)
    assert "Uploads" not in s3.list_multipart_uploads(Bucket=BUCKET)


def listings():
    keys = sorted([f"list/{folder}/{index:03}" for folder in "abc" for index in range(40)] + ["list/ü + &", "list/x//y"])
    for key in keys:
        s3.put_object(Bucket=BUCKET, Key=key, Body=key.encode())
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket=BUCKET, Prefix="list/", PaginationConfig={"PageSize": 7})
    assert [item["Key"] for page in pages for item in page.get("Contents", [])] == keys
    folded = s3.list_objects_v2(Bucket=BUCKET, Prefix="list/", Delimiter="/")
    assert [item["Prefix"] for item in folded["CommonPrefixes"]] == ["list/a/", "list/b/", "list/c/", "list/x/"]
    assert [item["Key"] for item in folded["Contents"]] == ["list/ü + &"]
    old = s3.list_objects(Bucket=BUCKET, Prefix="list/a/", MaxKeys=3)
    assert [item["Key"] for item in old["Contents"]] == keys[:3]


def pre_signed():
    url = s3.generate_presigned_url("put_object", Params={"Bucket": BUCKET, "Key": "pre"}, ExpiresIn=60)
    urllib.request.urlopen(urllib.request.Request(url, data=b"pre-signed", method="PUT")).read()
    parameters = {"Bucket": BUCKET, "Key": "pre", "ResponseContentDisposition": "attachment; filename=x"}
    with urllib.request.urlopen(s3.generate_presigned_url("get_object", Params=parameters)) as reply:
        assert reply.read() == b"pre-signed"
        assert reply.headers["Content-Disposition"] == "attachment; filename=x"


def descriptions():
    body = noise("described", 6 * MIB)
    sha256 = base64.b64encode(hashlib.sha256(body).digest()).decode()
    s3.put_object(Bucket=BUCKET, Key="described", Body=io.BytesIO(body), ChecksumAlgorithm="SHA256")
    assert s3.head_object(Bucket=BUCKET, Key="described", ChecksumMode="ENABLED")["ChecksumSHA256"] == sha256
    everything = ["ETag", "Checksum", "ObjectParts", "StorageClass", "ObjectSize"]
    found = s3.get_object_attributes(Bucket=BUCKET, Key="described", ObjectAttributes=everything)
    assert (found["ObjectSize"], found["Checksum"]["ChecksumSHA256"]) == (len(body), sha256)
    config = TransferConfig(multipart_threshold=5 * MIB, multipart_chunksize=5 * MIB)
    extra = {"ChecksumAlgorithm": "SHA256"}
    s3.upload_fileobj(io.BytesIO(body), BUCKET, "in parts", Config=config, ExtraArgs=extra)
    found = s3.get_object_attributes(Bucket=BUCKET, Key="in parts", ObjectAttributes=everything)
    assert found["Checksum"]["ChecksumSHA256"].endswith("-2") and found["Checksum"]["ChecksumType"] == "COMPOSITE"
    parts = found["ObjectParts"]
    assert parts["TotalPartsCount"] == 2 and all(part["ChecksumSHA256"] for part in parts["Parts"])
    assert s3.head_object(Bucket=BUCKET, Key="in parts", PartNumber=2)["ContentLength"] == MIB
    versions = s3.list_object_versions(Bucket=BUCKET, Prefix="described")["Versions"]
    assert [(each["Key"], each["VersionId"], each["IsLatest"]) for each in versions] == [("described", "null", True)]
    assert s3.get_object_tagging(Bucket=BUCKET, Key="described")["TagSet"] == []
    assert "Status" not in s3.get_bucket_versioning(Bucket=BUCKET)
    assert s3.get_bucket_acl(Bucket=BUCKET)["Grants"][0]["Permission"] == "FULL_CONTROL"
    refused("NoSuchTagSet", s3.get_bucket_tagging, Bucket=BUCKET)
    refused("NoSuchCORSConfiguration", s3.get_bucket_cors, Bucket=BUCKET)
    refused("NoSuchLifecycleConfiguration", s3.get_bucket_lifecycle_configuration, Bucket=BUCKET)
    refused("NoSuchBucketPolicy", s3.get_bucket_policy, Bucket=BUCKET)
    other = {"Objects": [{"Key": "described", "ETag": '"other"'}]}
    assert s3.delete_objects(Bucket=BUCKET, Delete=other)["Errors"][0]["Code"] == "PreconditionFailed"
    assert s3.get_object(Bucket=BUCKET, Key="described")["Body"].read() == body


def deletes():
    while items := s3.list_objects_v2(Bucket=BUCKET).get("Contents"):
        reply = s3.delete_objects(Bucket=BUCKET, Delete={"Objects": [{"Key": item["Key"]} for item in items]})
        assert len(reply["Deleted"]) == len(items)
    s3.delete_object(Bucket=BUCKET, Key="missing")
    s3.delete_bucket(Bucket=BUCKET)
    refused("404", s3.head_bucket, Bucket=BUCKET)


for story in [buckets, single_objects, multipart, listings, pre_signed, descriptions, deletes]:
    story()
    print(story.__name__)
print("all well")
