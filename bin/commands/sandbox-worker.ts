/** `sandbox worker`: the folder that `wrangler deploy` takes, for a sandbox host on Cloudflare. */
import path from 'node:path'
import { writeWorker } from '#sandboxd/cloudflare/write-worker.ts'
import { type Command, requireOption } from './command.ts'

export const sandboxWorkerCommand: Command = {
  summary: 'Write the worker that runs skills on Cloudflare Dynamic Workers.',
  usage: '--out FOLDER',
  options: { out: 'where to put it; files of an earlier time are replaced' },
  words: 0,
  meetsDatabase: false,
  async run(input) {
    const folder = path.resolve(requireOption(input, 'out'))
    const files = writeWorker(folder)
    return { text: explain(folder), json: { folder, files } }
  },
}

function explain(folder: string): string {
  return [
    `1. In ${folder}, with an account that has Dynamic Workers:`,
    '     npx wrangler deploy',
    '     npx wrangler secret put TOKEN      (a long random text)',
    '2. Tell the site, in .env, the address that wrangler names, beside a host that can do the rest:',
    '     GUILDHALL_SANDBOX_HOSTS=local,https://guildhall-sandbox.YOURS.workers.dev',
    '     GUILDHALL_SANDBOX_WORKER_TOKEN=the same text',
    'Which skills go there, and what was never tried: /docs/sandbox.',
  ].join('\n')
}
