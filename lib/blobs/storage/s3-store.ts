/** Keeps content in an S3-compatible bucket: small content by one PUT, which needs its length, and larger in parts. */
import { AwsClient } from 'aws4fetch'
import type { ByteRange, ContentStore } from './content-store.ts'
import { splitIntoChunks } from './split-into-chunks.ts'

export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** S3 wants at least 5 MiB and at most 10,000 parts, which are 80 GB of this size. */
const PART_BYTES = 8 * 1024 * 1024

/** Reads the settings from the environment. Returns null without an endpoint, and throws if one of the others is missing. */
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
      'GUILDHALL_S3_ENDPOINT must be a URL and requires GUILDHALL_S3_BUCKET, GUILDHALL_S3_ACCESS_KEY_ID and GUILDHALL_S3_SECRET_ACCESS_KEY.',
    )
  }
  return settings
}

export function s3Store(settings: S3Settings): ContentStore {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  // By default it repeats ten times after 5xx and 429, which takes longer than a caller waits.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const sendRequest = async (id: string, init: RequestInit, query = '') => {
    const response = await client.fetch(`${endpoint}/${encodeURIComponent(bucket)}/blobs/${id}${query}`, init)
    if (response.ok || (init.method === 'DELETE' && response.status === 404)) return response
    const detail = (await response.text()).slice(0, 300)
    throw new Error(`The S3 store answered ${response.status} to ${init.method} of ${id}: ${detail}`)
  }
  return {
    name: 's3',
    write: (id, content) => write(sendRequest.bind(null, id), content),
    read: (id, range) => read(sendRequest.bind(null, id), range),
    async remove(id) {
      await sendRequest(id, { method: 'DELETE' })
    },
  }
}

type SendRequest = (init: RequestInit, query?: string) => Promise<Response>

async function write(ask: SendRequest, content: AsyncIterable<Uint8Array>): Promise<void> {
  const pieces = splitIntoChunks(content, PART_BYTES)
  const first = await pieces.next()
  const second = first.done ? first : await pieces.next()
  if (second.done) {
    await ask({ method: 'PUT', body: first.value ?? new Uint8Array(0) })
    return
  }
  const uploadId = findXmlText('UploadId', await (await ask({ method: 'POST' }, '?uploads')).text())
  const uploadQuery = `uploadId=${encodeURIComponent(uploadId)}`
  try {
    const tags = [
      await putPart(ask, uploadQuery, 1, first.value),
      await putPart(ask, uploadQuery, 2, second.value),
    ]
    for await (const piece of pieces) tags.push(await putPart(ask, uploadQuery, tags.length + 1, piece))
    // S3 reports a failure here with status 200.
    const answer = await (await ask({ method: 'POST', body: listTags(tags) }, `?${uploadQuery}`)).text()
    if (answer.includes('<Error>')) throw new Error(`The S3 store did not complete an upload: ${answer}`)
  } catch (thrown) {
    await ask({ method: 'DELETE' }, `?${uploadQuery}`).catch(() => {})
    throw thrown
  }
}

async function putPart(
  ask: SendRequest,
  uploadQuery: string,
  number: number,
  body: Uint8Array<ArrayBuffer> | undefined,
): Promise<string> {
  const response = await ask({ method: 'PUT', body }, `?partNumber=${number}&${uploadQuery}`)
  await response.body?.cancel()
  return response.headers.get('etag') ?? ''
}

function listTags(tags: string[]): string {
  const parts = tags.map(
    (tag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
  )
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}

function findXmlText(name: string, xml: string): string {
  const found = new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1]
  if (!found) throw new Error(`The S3 store answered without ${name}.`)
  return found.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
}

async function* read(ask: SendRequest, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  if (start >= end) return
  const response = await ask({ method: 'GET', headers: { range: `bytes=${start}-${end - 1}` } })
  let sizeBytes = 0
  for await (const part of response.body ?? []) {
    sizeBytes += part.length
    yield part
  }
  if (sizeBytes !== end - start) throw new Error(`The S3 store sent ${sizeBytes} of ${end - start} bytes.`)
}
