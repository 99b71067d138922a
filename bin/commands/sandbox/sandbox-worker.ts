import path from 'node:path'
import { writeCloudflareWorker } from '#sandboxd/cloudflare/write-worker.ts'
import { type CliCommand, requireOption } from '../cli-command.ts'

export const sandboxWorkerCommand: CliCommand = {
  summary: 'Write the worker that runs skills on Cloudflare Dynamic Workers.',
  usage: '--out FOLDER',
  options: { out: 'the output folder; existing files are replaced' },
  positionals: 0,
  needsDatabase: false,
  async run(input) {
    const folder = path.resolve(requireOption(input, 'out'))
    const files = writeCloudflareWorker(folder)
    return { text: describeNextSteps(folder), json: { folder, files } }
  },
}

function describeNextSteps(folder: string): string {
  return [
    `1. In ${folder}, with an account that has Dynamic Workers:`,
    '     npx wrangler deploy',
    '     npx wrangler secret put TOKEN      (a long random string)',
    '2. Add the address that wrangler prints to the site’s .env, together with a host for other skills:',
    '     GUILDHALL_SANDBOX_HOSTS=local,https://guildhall-sandbox.YOURS.workers.dev',
    '     GUILDHALL_SANDBOX_WORKER_TOKEN=the same token',
    '/docs/sandbox describes which skills run there, and what has not been tested.',
  ].join('\n')
}
