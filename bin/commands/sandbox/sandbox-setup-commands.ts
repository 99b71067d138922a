import fs from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { prepareProcessSetup } from '#sandboxd/local-sandbox.ts'
import { cacheFolder, withScratch } from '#sandboxd/os/scratch-folder.ts'
import { findOrTakeSnapshot, getSnapshotPath } from '#sandboxd/python/python-engine.ts'
import { dataFolder } from '../../server/installation/data-folder.ts'
import { type CliCommand, requireOption, UsageError } from '../cli-command.ts'
import {
  type IssuedCertificate,
  issueAuthority,
  issueClientCertificate,
  issueServerCertificate,
} from './certificates/issue-certificates.ts'

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i

export const sandboxCertsCommand: CliCommand = {
  summary: 'Create certificates for a sandbox host on another machine.',
  usage: '--out FOLDER --host NAME',
  options: {
    out: 'the output folder; an existing authority in it signs the new host too',
    host: 'the name or IP address at which the site reaches the host',
  },
  positionals: 0,
  needsDatabase: false,
  async run(input) {
    const out = path.resolve(requireOption(input, 'out'))
    const host = requireOption(input, 'host')
    if (!HOST_NAME.test(host) && !isIP(host))
      throw new UsageError(`--host ${host} is neither a host name nor an IP address.`)

    const authority = await findOrMake(path.join(out, 'authority'), 'ca', issueAuthority)
    const site = path.join(out, 'site')
    await findOrMake(site, 'client', () => issueClientCertificate(authority))
    const server = path.join(out, `host-${host}`)
    write(server, 'server', await issueServerCertificate(authority, host))
    for (const folder of [site, server]) writeFile(path.join(folder, 'ca.pem'), authority.certificate)

    const json = { authority: path.join(out, 'authority'), site, host: server }
    return { text: describeNextSteps(json, host), json }
  },
}

/** A new authority would disconnect running hosts. */
async function findOrMake(
  folder: string,
  name: string,
  make: () => Promise<IssuedCertificate>,
): Promise<IssuedCertificate> {
  const [certificate, key] = [path.join(folder, `${name}.pem`), path.join(folder, `${name}-key.pem`)]
  if (fs.existsSync(certificate) && fs.existsSync(key))
    return { certificate: fs.readFileSync(certificate, 'utf8'), key: fs.readFileSync(key, 'utf8') }
  const made = await make()
  write(folder, name, made)
  return made
}

function write(folder: string, name: string, { certificate, key }: IssuedCertificate): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFile(path.join(folder, `${name}.pem`), certificate)
  writeFile(path.join(folder, `${name}-key.pem`), key)
}

function writeFile(file: string, text: string): void {
  fs.writeFileSync(file, `${text.trim()}\n`, { mode: 0o600 })
}

type CertificateFolders = { authority: string; site: string; host: string }

function describeNextSteps({ authority, site, host }: CertificateFolders, name: string): string {
  const address = name.includes(':') ? `[${name}]:7443` : `${name}:7443`
  return [
    `1. Copy ${host} to the host and start the sandbox there:`,
    '     npm run sandboxd -- --listen 0.0.0.0:7443 --certs FOLDER',
    `2. Add to the site’s .env (separate hosts with commas; "local" is the sandbox on the site’s machine):`,
    `     GUILDHALL_SANDBOX_HOSTS=local,tls://${address}`,
    `     GUILDHALL_SANDBOX_CERTS=${site}`,
    `3. Store ${authority} where neither can read it: its key can sign certificates for both.`,
    'The certificates are valid for 13 months. To renew them, move site/ away and run this command again.',
  ].join('\n')
}

export const sandboxSnapshotCommand: CliCommand = {
  summary: 'Create the Python snapshot in advance, so that the first start is faster.',
  usage: '[--into FOLDER]',
  options: {
    into: 'the output folder (default: where npm start looks for it; for a separate sandboxd, set GUILDHALL_SANDBOX_CACHE)',
  },
  positionals: 0,
  needsDatabase: false,
  async run({ options }) {
    const into = options.into ?? (process.env.GUILDHALL_SANDBOX_CACHE ? cacheFolder() : defaultCacheFolder())
    return withScratch(async (folder) => {
      const setup = prepareProcessSetup(folder)
      const wasThere = fs.existsSync(getSnapshotPath(setup, into))
      const startedMs = performance.now()
      const file = await findOrTakeSnapshot(setup, into)
      const json = {
        file,
        wasThere,
        sizeBytes: fs.statSync(file).size,
        tookMs: Math.round(performance.now() - startedMs),
      }
      return { text: textOf(json), json }
    })
  },
}

/** The same as in bin/server/supervisor/start-site.ts. */
function defaultCacheFolder(): string {
  return path.join(dataFolder(), 'sandbox')
}

function textOf({
  file,
  wasThere,
  sizeBytes,
  tookMs,
}: Record<string, unknown> & { sizeBytes: number; tookMs: number }) {
  const size = `${(sizeBytes / 1024 ** 2).toFixed(1)} MB`
  return wasThere
    ? `The Python snapshot already exists: ${file} (${size}).`
    : `Created the Python snapshot: ${file} (${size}, in ${(tookMs / 1000).toFixed(1)} s).`
}
