/** `login`: keeps an API key for a site, once the site has taken it. */
import fs from 'node:fs'
import { KEY_PREFIX } from '#lib/contract/market/key-scopes.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { AppError } from '#lib/errors.ts'
import { askSite } from './ask-site.ts'
import { type Command, requireOption, UsageError } from './command.ts'
import { keepKey, originOf } from './site-keys.ts'

export const loginCommand: Command = {
  summary: 'Keep an API key for another Guildhall.',
  usage: '--site URL [--key gh_…]',
  options: {
    site: 'its address, such as https://market.example',
    key: 'the key; when left out it is read from the standard input, where no history keeps it',
  },
  words: 0,
  meetsDatabase: false,
  async run(input) {
    const site = originOf(requireOption(input, 'site'))
    const key = (input.options.key ?? fs.readFileSync(0, 'utf8')).trim()
    if (!key.startsWith(KEY_PREFIX))
      throw new UsageError(`A key begins with ${KEY_PREFIX}. Make one on the site, under Settings.`)
    const call = { jsonrpc: '2.0', id: 1, method: 'list_skills', params: { limit: 1 } }
    const answer = await askSite<{ result?: object; error?: { message: string } }>(
      site,
      paths.rpc,
      { method: 'POST', body: JSON.stringify(call), headers: { 'content-type': 'application/json' } },
      key,
    ).catch(asRefusal)
    if (!answer.result)
      throw new AppError('UNAUTHENTICATED', {
        message: answer.error?.message ?? 'The site did not take this key.',
      })
    const file = keepKey(site, key)
    return { text: `The key for ${site} is in ${file}.`, json: { site, file } }
  },
}

/** A 401 of /rpc is no answer of /api: whatever it says, the key was not taken. */
function asRefusal(thrown: unknown): { result?: object; error: { message: string } } {
  if (thrown instanceof AppError && thrown.message.includes('answered 401')) {
    return { error: { message: 'The site did not take this key.' } }
  }
  throw thrown
}
