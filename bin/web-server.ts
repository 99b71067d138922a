/**
 * The site: Next behind an HTTP server of ours, as https://nextjs.org/docs/app/guides/custom-server describes. `--dev`
 * reloads what changes.
 */
import next from 'next'
import { runShutdown } from '#lib/kernel/background/shutdown.ts'
import { closeServer } from '#lib/protocols/http/server/close-server.ts'
import { createWebServer } from '#lib/protocols/http/server/create-web-server.ts'
import { lateEnvironment } from './server/runtime/late-environment.ts'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'

const CLOSE_WITHIN_MS = 5_000

const dev = process.argv.includes('--dev')
const hostname = process.env.HOST || '127.0.0.1'
const port = Number(process.env.PORT)

// The channel closes with the supervisor, also if that is killed.
process.on('disconnect', () => process.exit(1))

await lateEnvironment()
const server = createWebServer((request, response) => void answer(request, response), { hasWebSocket: dev })
const site = next({ dev, dir: PROJECT_ROOT, hostname, port, httpServer: server })
await site.prepare()
const answer = site.getRequestHandler()
server.listen(port, hostname)

let isClosing = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (isClosing) return
    isClosing = true
    await closeServer(server, CLOSE_WITHIN_MS)
    await runShutdown()
    await site.close()
    process.exit(signal === 'SIGINT' ? 130 : 143)
  })
}
