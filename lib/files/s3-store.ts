/**
 * Content in a bucket of anything that speaks Amazon's S3: MinIO, R2, Garage, S3 itself. Floor 1.
 *
 * Small content is one PUT; larger content is a multi-part upload, because a PUT has to know its length beforehand and
 * a stream does not. Source: Amazon S3 API Reference, PutObject, CreateMultipartUpload, UploadPart.
 */
import { AwsClient } from 'aws4fetch'
import type { ByteRange, ContentStore } from './content-store.ts'
import { inPieces } from './in-pieces.ts'

export type S3Settings = {
  /** "https://s3.eu-central-1.amazonaws.com", "http://localhost:9000" */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** At least 5 MiB by the protocol; 10,000 of them are 80 GB. */
const PART_BYTES = 8 * 1024 * 1024

/** From the environment (README, Settings); null when there is no endpoint. Throws when the rest is missing. */
export function s3Settings(env: NodeJS.ProcessEnv = process.env): S3Settings | null {
  const endpoint = env.GUILDHALL_S3_ENDPOINT
  if (!endpoint) return null
  const settings = {
    endpoint: endpoint.replace(/\/+$/, ''),
    bucket: env.GUILDHALL_S3_BUCKET ?? '',
    region: env.GUILDHALL_S3_REGION ?? 'us-east-1',
    accessKeyId: env.GUILDHALL_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.GUILDHALL_S3_SECRET_ACCESS_KEY ?? '',
  }
  const { bucket, accessKeyId, secretAccessKey } = settings
  if (!URL.canParse(endpoint) || !bucket || !accessKeyId || !secretAccessKey) {
    throw new Error(
      'GUILDHALL_S3_ENDPOINT wants an address, and beside it GUILDHALL_S3_BUCKET, GUILDHALL_S3_ACCESS_KEY_ID and GUILDHALL_S3_SECRET_ACCESS_KEY.',
    )
  }
  return settings
}

export function s3Store(settings: S3Settings): ContentStore {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  // It tries again by itself after a 5xx or a 429; ten times, as it would, is longer than anybody waits.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const ask = async (id: string, init: RequestInit, query = '') => {
    const response = await client.fetch(`${endpoint}/${encodeURIComponent(bucket)}/blobs/${id}${query}`, init)
    if (response.ok || (init.method === 'DELETE' && response.status === 404)) return response
    const said = (await response.text()).slice(0, 300)
    throw new Error(`The S3 store answered ${response.status} to ${init.method} of ${id}: ${said}`)
  }
  return {
    name: 's3',
    write: (id, content) => write(ask.bind(null, id), content),
    read: (id, range) => read(ask.bind(null, id), range),
    async remove(id) {
      await ask(id, { method: 'DELETE' })
    },
  }
}

type Ask = (init: RequestInit, query?: string) => Promise<Response>

async function write(ask: Ask, content: AsyncIterable<Uint8Array>): Promise<void> {
  const pieces = inPieces(content, PART_BYTES)
  const first = await pieces.next()
  const second = first.done ? first : await pieces.next()
  if (second.done) {
    await ask({ method: 'PUT', body: first.value ?? new Uint8Array(0) })
    return
  }
  const uploadId = textOf('UploadId', await (await ask({ method: 'POST' }, '?uploads')).text())
  const place = `uploadId=${encodeURIComponent(uploadId)}`
  try {
    const tags = [await putPart(ask, place, 1, first.value), await putPart(ask, place, 2, second.value)]
    for await (const piece of pieces) tags.push(await putPart(ask, place, tags.length + 1, piece))
    // S3 may answer 200 to this and say in the body that it failed.
    const said = await (await ask({ method: 'POST', body: listOf(tags) }, `?${place}`)).text()
    if (said.includes('<Error>')) throw new Error(`The S3 store did not complete an upload: ${said}`)
  } catch (thrown) {
    await ask({ method: 'DELETE' }, `?${place}`).catch(() => {})
    throw thrown
  }
}

async function putPart(
  ask: Ask,
  place: string,
  number: number,
  body: Uint8Array<ArrayBuffer> | undefined,
): Promise<string> {
  const response = await ask({ method: 'PUT', body }, `?partNumber=${number}&${place}`)
  await response.body?.cancel()
  return response.headers.get('etag') ?? ''
}

function listOf(tags: string[]): string {
  const parts = tags.map(
    (tag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
  )
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}

function textOf(name: string, xml: string): string {
  const found = new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1]
  if (!found) throw new Error(`The S3 store answered without ${name}.`)
  return found.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
}

async function* read(ask: Ask, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  if (start >= end) return
  const response = await ask({ method: 'GET', headers: { range: `bytes=${start}-${end - 1}` } })
  let sizeBytes = 0
  for await (const part of response.body ?? []) {
    sizeBytes += part.length
    yield part
  }
  if (sizeBytes !== end - start) throw new Error(`The S3 store sent ${sizeBytes} of ${end - start} bytes.`)
}
