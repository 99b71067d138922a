/**
 * Makes tzdata.zip from IANA's `tzdata.zi`, which is in the public domain (https://www.iana.org/time-zones, and
 * /usr/share/zoneinfo on many systems), with IANA's compiler `zic`: `npm run update-tzdata -- FILE`.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Zippable, zipSync } from 'fflate'
import { listFilesBelow } from '../engine/cached-config.ts'
import { ZIP_EPOCH } from './python-library.ts'

const [source = '/usr/share/zoneinfo/tzdata.zi'] = process.argv.slice(2)
const version = /^# version (\S+)/.exec(fs.readFileSync(source, 'utf8'))?.[1]
if (!version) throw new Error(`${source} does not start with the version of the time zone database.`)

const compiled = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-tzdata-'))
execFileSync('zic', ['-b', 'slim', '-d', compiled, source], { stdio: 'inherit' })
const zones = listFilesBelow(compiled).map((file) => file.replaceAll(path.sep, '/'))

const files: Zippable = {
  'tzdata/__init__.py': Buffer.from(`IANA_VERSION = "${version}"\n`),
  'tzdata/zones': Buffer.from(`${zones.join('\n')}\n`),
}
for (const zone of zones) {
  files[`tzdata/zoneinfo/${zone}`] = fs.readFileSync(path.join(compiled, zone))
  // zoneinfo reads a zone as a resource of the package in whose folder it is.
  for (let folder = path.posix.dirname(`/${zone}`); ; folder = path.posix.dirname(folder)) {
    files[path.posix.join('tzdata/zoneinfo', folder, '__init__.py')] = Buffer.alloc(0)
    if (folder === '/') break
  }
}
fs.writeFileSync(path.join(import.meta.dirname, 'tzdata.zip'), zipSync(files, { level: 9, mtime: ZIP_EPOCH }))
fs.rmSync(compiled, { recursive: true })
console.log(`tzdata.zip has ${zones.length} zones of version ${version}.`)
