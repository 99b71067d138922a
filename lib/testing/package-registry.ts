/** A real npm registry on this machine, with packages that tests make. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import type http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { Header } from 'tar'
import { runServer } from 'verdaccio'
import type { JsonObject } from '../kernel/json/json.ts'

export type TestPackage = {
  name: string
  version?: string
  /** Added to its package.json. */
  manifest?: JsonObject
  files?: Record<string, string | Buffer>
  /** Entries that `npm pack` would never write. */
  entries?: TarEntry[]
  /** Replaces the whole archive. */
  tarball?: Buffer
}

export type TarEntry = {
  path: string
  type?: 'File' | 'SymbolicLink' | 'Link'
  linkpath?: string
  content?: string | Buffer
}

export type PackageRegistry = {
  url: string
  publish(...packages: TestPackage[]): Promise<void>
  close(): Promise<void>
}

export async function openPackageRegistry(): Promise<PackageRegistry> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-registry-'))
  const server = (await runServer({
    ...{ storage: folder, self_path: folder, web: { enable: false }, uplinks: {} },
    auth: { htpasswd: { file: path.join(folder, 'htpasswd') } },
    packages: { '**': { access: '$all', publish: '$anonymous' } },
    log: { type: 'stdout', format: 'json', level: 'fatal' },
    max_body_size: '50mb',
  } as never)) as http.Server
  // Packing a large package blocks this process for longer than the server would keep a connection.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    url,
    async publish(...packages) {
      for (const each of packages) await publish(url, each)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function publish(url: string, testPackage: TestPackage): Promise<void> {
  const { name, version = '1.0.0', manifest = {} } = testPackage
  const described = { name, version, license: 'MIT', main: 'index.js', ...manifest }
  const tarball = testPackage.tarball ?? packFiles(described, testPackage)
  const file = `${name.replace(/^.*\//, '')}-${version}.tgz`
  const dist = {
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    shasum: createHash('sha1').update(tarball).digest('hex'),
    tarball: `${url}${name}/-/${file}`,
  }
  const body = {
    ...{ _id: name, name, 'dist-tags': { latest: version } },
    versions: { [version]: { ...described, _id: `${name}@${version}`, dist } },
    _attachments: {
      [file]: {
        content_type: 'application/octet-stream',
        data: tarball.toString('base64'),
        length: tarball.length,
      },
    },
  }
  const answer = await fetch(`${url}${name.replace('/', '%2f')}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`The registry answered ${answer.status}: ${await answer.text()}`)
}

function packFiles(manifest: JsonObject, { files = {}, entries = [] }: TestPackage): Buffer {
  const plain = { 'package.json': JSON.stringify(manifest), ...files }
  return packEntries([
    ...Object.entries(plain).map(([name, content]) => ({ path: `package/${name}`, content })),
    ...entries,
  ])
}

/** A gzipped tar archive of exactly these entries. */
export function packEntries(entries: TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ path: name, type = 'File', linkpath, content = '' }) => {
    const bytes = Buffer.from(content)
    const head = Buffer.alloc(512)
    new Header({
      ...{ path: name, type, mode: 0o644, size: type === 'File' ? bytes.length : 0, mtime: new Date(0) },
      ...(linkpath !== undefined && { linkpath }),
    }).encode(head)
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}
