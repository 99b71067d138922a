import fs from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { KEY_PREFIX } from '#lib/auth/model/key-scopes.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { type CliCommand, UsageError } from '../commands/cli-command.ts'
import { removeSiteKey, storeSiteKey } from '../commands/remote-site/request-from-site.ts'
import { chooseSite, getFromSite, SITE_OPTION } from './site.ts'

type Account = { name: string; organisation: string; publishers: string[]; scopes: string[] }

export const siteLoginCommand: CliCommand = {
  summary: 'Store an API key that you create in the browser.',
  usage: '[--site URL] [--key gh_…]',
  options: {
    ...SITE_OPTION,
    key: 'the key (default: asked for, so that it does not appear in the shell history)',
  },
  positionals: 0,
  needsDatabase: false,
  async run(input) {
    const site = chooseSite(input)
    const key = (input.options.key ?? (await askForKey(site))).trim()
    if (!key.startsWith(KEY_PREFIX))
      throw new UsageError(`An API key starts with ${KEY_PREFIX}. Create one at ${site}${paths.keys}.`)
    const { name, organisation, publishers, scopes } = await getFromSite<Account>(site, paths.publishing, key)
    const file = storeSiteKey(site, key)
    return {
      text: [
        `Logged in to ${site} as ${name} for ${organisation}. The key is in ${file}.`,
        ...adviceOn({ site, publishers, scopes }),
      ].join('\n'),
      json: { site, file, name, organisation, publishers, scopes },
    }
  },
}

function adviceOn({ site, publishers, scopes }: Pick<Account, 'publishers' | 'scopes'> & { site: string }) {
  const lacking = ['publish', 'run'].filter((scope) => !scopes.includes(scope))
  return [
    publishers.length > 0
      ? `You publish as ${publishers.join(', ')}.`
      : `Before you publish, claim a handle at ${site}${paths.publish}.`,
    ...lacking.map((scope) => `This key lacks the scope “${scope}”, so the command “${scope}” is refused.`),
  ]
}

export const siteLogoutCommand: CliCommand = {
  summary: 'Remove the stored key of a site.',
  usage: '[--site URL]',
  options: SITE_OPTION,
  positionals: 0,
  needsDatabase: false,
  async run(input) {
    const site = chooseSite(input)
    const isRemoved = removeSiteKey(site)
    const text = isRemoved
      ? `The key of ${site} is removed from this machine. To revoke it, open ${site}${paths.keys}.`
      : `There is no key of ${site} on this machine.`
    return { text, json: { site, removed: isRemoved } }
  },
}

/** Reads the key from a terminal without showing it, or from a pipe. */
async function askForKey(site: string): Promise<string> {
  if (!process.stdin.isTTY) return fs.readFileSync(0, 'utf8')
  console.error(`Create a key with the scopes “run” and “publish” at ${site}${paths.keys}`)
  process.stderr.write('Paste the key here (it is not shown): ')
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
