/** A server on this machine that answers as GitHub does for archives: a redirect, then a zip with the commit as its comment. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { strToU8, type Zippable, zipSync } from 'fflate'

export const COMMIT = '1f2e3d4c5b6a79880716253443526170f1e2d3c4'

export type RepositoryHost = {
  /** The value for `GUILDHALL_REPOSITORIES`. */
  url: string
  /** The paths of the requests so far. */
  requests: string[]
  /** Publishes files as `owner/name`, for the revisions HEAD, `main` and the commit. */
  addRepository(name: string, files: Record<string, string | Uint8Array>, branch?: string): void
  /** Answers every request for this repository like that. */
  addAnswer(name: string, answer: Answer): void
  close(): Promise<void>
}

type Answer = { status: number; headers?: Record<string, string>; body?: Uint8Array | string }

export async function openRepositoryHost(): Promise<RepositoryHost> {
  const archives = new Map<string, Uint8Array>()
  const answers = new Map<string, Answer>()
  const requests: string[] = []
  const server = http.createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    requests.push(path)
    const send = ({ status, headers, body }: Answer) => response.writeHead(status, headers).end(body)
    const [, owner, name] = path.split('/')
    const fixed = answers.get(`${owner}/${name}`)
    if (fixed) return send(fixed)
    const archive = archives.get(path.replace(/^\/zip/, ''))
    if (!archive) return send({ status: 404, body: 'Not Found' })
    if (path.startsWith('/zip/')) return send({ status: 200, body: archive })
    return send({ status: 302, headers: { location: `/zip${request.url}` } })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    addRepository(name, files, branch = 'main') {
      const archive = packRepository(`${name.split('/')[1]}-${branch.replaceAll('/', '-')}`, files)
      for (const revision of ['HEAD', branch, COMMIT])
        archives.set(`/${name}/archive/${revision}.zip`, archive)
    },
    addAnswer(name, answer) {
      answers.set(name, answer)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** As `git archive` writes it. */
function packRepository(folder: string, files: Record<string, string | Uint8Array>): Uint8Array {
  const entries: Zippable = { [`${folder}/`]: new Uint8Array() }
  for (const [path, content] of Object.entries(files))
    entries[`${folder}/${path}`] = typeof content === 'string' ? strToU8(content) : content
  const zip = zipSync(entries)
  const comment = strToU8(COMMIT)
  // The length of the comment is the last field of the archive (APPNOTE 6.3.10 §4.3.16).
  new DataView(zip.buffer, zip.byteOffset, zip.byteLength).setUint16(zip.length - 2, comment.length, true)
  return Buffer.concat([zip, comment])
}
