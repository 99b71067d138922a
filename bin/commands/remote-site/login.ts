import fs from 'node:fs'
import { KEY_PREFIX } from '#lib/auth/model/key-scopes.ts'
import { AppError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { type CliCommand, requireOption, UsageError } from '../cli-command.ts'
import { originOf, requestJsonFromSite, storeSiteKey, UnexpectedResponse } from './request-from-site.ts'

export const loginCommand: CliCommand = {
  summary: 'Store an API key for another Guildhall server.',
  usage: '--site URL [--key gh_…]',
  options: {
    site: 'its address, such as https://market.example',
    key: 'the key (default: read from standard input, so that it does not appear in the shell history)',
  },
  positionals: 0,
  needsDatabase: false,
  async run(input) {
    const site = originOf(requireOption(input, 'site'))
    const key = (input.options.key ?? fs.readFileSync(0, 'utf8')).trim()
    if (!key.startsWith(KEY_PREFIX))
      throw new UsageError(`An API key starts with ${KEY_PREFIX}. Create one on the site, under Settings.`)
    const call = { jsonrpc: '2.0', id: 1, method: 'list_skills', params: { limit: 1 } }
    const answer = await requestJsonFromSite<{ result?: object; error?: { message: string } }>(
      site,
      paths.rpc,
      { method: 'POST', body: JSON.stringify(call), headers: { 'content-type': 'application/json' } },
      key,
    ).catch(rejectedKeyAnswer)
    if (!answer.result)
      throw new AppError('UNAUTHENTICATED', {
        message: answer.error?.message ?? 'The site rejected this key.',
      })
    const file = storeSiteKey(site, key)
    return { text: `The key for ${site} is in ${file}.`, json: { site, file } }
  },
}

function rejectedKeyAnswer(thrown: unknown): { result?: object; error: { message: string } } {
  if (thrown instanceof UnexpectedResponse && thrown.status === 401) {
    return { error: { message: 'The site rejected this key.' } }
  }
  throw thrown
}
