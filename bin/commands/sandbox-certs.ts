/** `sandbox certs`: the files with which a site and a sandbox host on another machine know each other. */
import fs from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { type Certified, makeAuthority, makeClient, makeServer } from '../certificates/make-certificates.ts'
import { type Command, requireOption, UsageError } from './command.ts'

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i

export const sandboxCertsCommand: Command = {
  summary: 'Make the certificates of a sandbox host on another machine.',
  usage: '--out FOLDER --host NAME',
  options: {
    out: 'where to put them; an authority that is there already signs the new host too',
    host: 'by which name or IP address the site reaches the host',
  },
  words: 0,
  meetsDatabase: false,
  async run(input) {
    const out = path.resolve(requireOption(input, 'out'))
    const host = requireOption(input, 'host')
    if (!HOST_NAME.test(host) && !isIP(host))
      throw new UsageError(`--host ${host} is neither a host name nor an IP address.`)

    const authority = await findOrMake(path.join(out, 'authority'), 'ca', makeAuthority)
    const site = path.join(out, 'site')
    await findOrMake(site, 'client', () => makeClient(authority))
    const server = path.join(out, `host-${host}`)
    write(server, 'server', await makeServer(authority, host))
    for (const folder of [site, server]) writeFile(path.join(folder, 'ca.pem'), authority.certificate)

    const json = { authority: path.join(out, 'authority'), site, host: server }
    return { text: explain(json, host), json }
  },
}

/** What is there stays: another authority would part the hosts that are running. */
async function findOrMake(folder: string, name: string, make: () => Promise<Certified>): Promise<Certified> {
  const [certificate, key] = [path.join(folder, `${name}.pem`), path.join(folder, `${name}-key.pem`)]
  if (fs.existsSync(certificate) && fs.existsSync(key))
    return { certificate: fs.readFileSync(certificate, 'utf8'), key: fs.readFileSync(key, 'utf8') }
  const made = await make()
  write(folder, name, made)
  return made
}

function write(folder: string, name: string, { certificate, key }: Certified): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFile(path.join(folder, `${name}.pem`), certificate)
  writeFile(path.join(folder, `${name}-key.pem`), key)
}

function writeFile(file: string, text: string): void {
  fs.writeFileSync(file, `${text.trim()}\n`, { mode: 0o600 })
}

type Made = { authority: string; site: string; host: string }

function explain({ authority, site, host }: Made, name: string): string {
  const address = name.includes(':') ? `[${name}]:7443` : `${name}:7443`
  return [
    `1. Take ${host} to the host, and start the sandbox there:`,
    '     npm run sandboxd -- --listen 0.0.0.0:7443 --certs FOLDER',
    `2. Tell the site, in .env (several hosts with commas; "local" is the one beside the site):`,
    `     GUILDHALL_SANDBOX_HOSTS=local,tls://${address}`,
    `     GUILDHALL_SANDBOX_CERTS=${site}`,
    `3. Keep ${authority} where neither can read it: whoever has its key can be either.`,
    'The two certificates last 13 months; the same command makes new ones once site/ is moved away.',
  ].join('\n')
}
