// @aws-sdk/client-s3, the AWS SDK for JavaScript, with its packages for large uploads and for signed URLs.

import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

// The packages are in a folder of their own, where a plain import does not look.
const load = createRequire(join(process.env.TONNAGE_TEST_NODE_PACKAGES, "story.js"));
const {
  CopyObjectCommand, DeleteObjectCommand, DeleteObjectsCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand,
  S3Client, paginateListObjectsV2,
} = load("@aws-sdk/client-s3");
const { Upload } = load("@aws-sdk/lib-storage");
const { getSignedUrl } = load("@aws-sdk/s3-request-presigner");
const { version } = load("@aws-sdk/client-s3/package.json");

const [endpoint, accessKeyId, secretAccessKey, region, Bucket] = process.argv.slice(2);
const credentials = { accessKeyId, secretAccessKey };
const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1 });

const noise = (seed, length) => createHash("shake128", { outputLength: length }).update(seed).digest();
const SMALL = noise("small", 100_000);
const LARGE = noise("large", 11 * 1024 * 1024 + 7);
const [small, large, copied] = ["folder/with space & ü.bin", "folder/deeper/large.bin", "copied.bin"];

function same(found, wanted, what) {
  if (!isDeepStrictEqual(found, wanted)) {
    throw new Error(`${what}: ${String(found).slice(0, 200)} instead of ${String(wanted).slice(0, 200)}`);
  }
}

async function body(Key, rest = {}) {
  const reply = await s3.send(new GetObjectCommand({ Bucket, Key, ...rest }));
  return Buffer.from(await reply.Body.transformToByteArray());
}

async function listed() {
  const keys = [];
  for await (const page of paginateListObjectsV2({ client: s3, pageSize: 1 }, { Bucket })) {
    keys.push(...(page.Contents ?? []).map((item) => item.Key));
  }
  return keys;
}

const operations = {
  put: () => s3.send(new PutObjectCommand({ Bucket, Key: small, Body: SMALL })),
  async multipart() {
    const upload = { client: s3, partSize: 5 * 1024 * 1024, params: { Bucket, Key: large, Body: LARGE } };
    await new Upload(upload).done();
    const { ETag } = await s3.send(new HeadObjectCommand({ Bucket, Key: large }));
    same(ETag.slice(-3), '-3"', "the parts");
  },
  async get() {
    same(await body(small), SMALL, "the small object");
    same(await body(large), LARGE, "the large object");
  },
  range: async () => same(await body(small, { Range: "bytes=90000-99998" }), SMALL.subarray(90_000, 99_999), "the range"),
  list: async () => same(await listed(), [large, small].sort(), "the list"),
  async copy() {
    const CopySource = encodeURI(`${Bucket}/${small}`).replace("&", "%26");
    await s3.send(new CopyObjectCommand({ Bucket, Key: copied, CopySource }));
    same(await body(copied), SMALL, "the copy");
  },
  async delete() {
    await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: large }] } }));
    await s3.send(new DeleteObjectCommand({ Bucket, Key: copied }));
    same(await listed(), [small], "what is left");
  },
  async presigned() {
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: small }), { expiresIn: 60 });
    const reply = await fetch(url);
    same(Buffer.from(await reply.arrayBuffer()), SMALL, "the URL");
  },
};

console.log("version", version);
for (const [name, operation] of Object.entries(operations)) {
  await operation();
  console.log(name, "yes");
}
