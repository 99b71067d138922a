/** A fake S3 bucket over HTTP, with S3's checks for the calls that the driver uses (AWS Signature 4). */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from '../blobs/storage/s3-store.ts'

const MIN_PART_BYTES = 5 * 1024 * 1024

export type FakeS3 = {
  settings: S3Settings
  objects: Map<string, Buffer>
  /** Uploads that were neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>
  longestBody: number
  /** Requests ("PUT ?partNumber=2") that get this status instead, once each. */
  failNext: Map<string, number>
  stop(): Promise<void>
}

export async function startFakeS3(): Promise<FakeS3> {
  const server = http.createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a secret' }
  const bucket: FakeS3 = {
    settings: { endpoint: `http://127.0.0.1:${port}`, bucket: 'test', region: 'eu-north-1', ...keys },
    objects: new Map(),
    uploads: new Map(),
    longestBody: 0,
    failNext: new Map(),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  server.on('request', async (request, response) => {
    const { status, headers, body } = await answer(bucket, request)
    response.writeHead(status, headers).end(body)
  })
  return bucket
}

type Answer = { status: number; headers?: Record<string, string>; body?: Buffer | string }

async function answer(bucket: FakeS3, request: http.IncomingMessage): Promise<Answer> {
  const { method = '', headers } = request
  const url = new URL(request.url ?? '/', bucket.settings.endpoint)
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts)
  bucket.longestBody = Math.max(bucket.longestBody, body.length)

  if (!(await isSigned(bucket.settings, method, url, headers)))
    return { status: 403, body: '<Error>no</Error>' }
  const failure = [...bucket.failNext].find(([key]) => `${method} ${url.search}`.startsWith(key))
  if (failure) {
    bucket.failNext.delete(failure[0])
    return { status: failure[1], body: '<Error>as the test wants it</Error>' }
  }
  const [, name, ...path] = url.pathname.split('/')
  if (name !== bucket.settings.bucket) return { status: 404, body: '<Error>NoSuchBucket</Error>' }
  const key = path.join('/')
  const uploadId = url.searchParams.get('uploadId')
  return uploadId === null
    ? answerObject(bucket, { method, key, url, body, range: headers.range })
    : answerUpload(bucket, { method, key, uploadId, part: Number(url.searchParams.get('partNumber')), body })
}

type Asked = { method: string; key: string; url: URL; body: Buffer; range: string | undefined }

function answerObject(bucket: FakeS3, { method, key, url, body, range }: Asked): Answer {
  if (method === 'POST' && url.search.startsWith('?uploads')) {
    // Both queries and XML must escape the ampersand.
    const id = `upload&${bucket.uploads.size + 1}`
    bucket.uploads.set(id, new Map())
    return { status: 200, body: `<R><UploadId>${id.replace('&', '&amp;')}</UploadId></R>` }
  }
  if (method === 'PUT') {
    bucket.objects.set(key, body)
    return { status: 200 }
  }
  const object = bucket.objects.get(key)
  if (method === 'DELETE') {
    bucket.objects.delete(key)
    return { status: 204 }
  }
  if (!object) return { status: 404, body: '<Error>NoSuchKey</Error>' }
  const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (start === undefined) return { status: 200, body: object }
  if (Number(start) >= object.length) return { status: 416, body: '<Error>InvalidRange</Error>' }
  return { status: 206, body: object.subarray(Number(start), Number(last) + 1) }
}

type AskedPart = { method: string; key: string; uploadId: string; part: number; body: Buffer }

function answerUpload(bucket: FakeS3, { method, key, uploadId, part, body }: AskedPart): Answer {
  const parts = bucket.uploads.get(uploadId)
  if (!parts) return { status: 404, body: '<Error>NoSuchUpload</Error>' }
  if (method === 'PUT') {
    parts.set(part, body)
    return { status: 200, headers: { etag: tagOf(body) } }
  }
  if (method === 'DELETE') {
    bucket.uploads.delete(uploadId)
    return { status: 204 }
  }
  const listed = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)]
  const pieces = listed.map(([, number, tag]) => {
    const piece = parts.get(Number(number))
    return piece && tagOf(piece) === tag?.replaceAll('&quot;', '"') ? piece : undefined
  })
  const isWhole = pieces.length === parts.size && pieces.every((piece) => piece !== undefined)
  if (!isWhole || pieces.slice(0, -1).some((piece) => piece.length < MIN_PART_BYTES))
    return { status: 400, body: '<Error>InvalidPart or EntityTooSmall</Error>' }
  bucket.uploads.delete(uploadId)
  bucket.objects.set(key, Buffer.concat(pieces))
  return { status: 200, body: '<CompleteMultipartUploadResult/>' }
}

function tagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

async function isSigned(
  { accessKeyId, secretAccessKey, region }: S3Settings,
  method: string,
  url: URL,
  headers: http.IncomingHttpHeaders,
): Promise<boolean> {
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  const signed = names.split(';').filter((name) => name !== 'host')
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: signed.map((name) => [name, String(headers[name])]),
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    datetime: String(headers['x-amz-date']),
    allHeaders: true,
  })
  return (await signer.authHeader()) === headers.authorization
}
