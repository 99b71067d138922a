import next from 'next'
import { start } from '#instrumentation.node.ts'
import { answerDirectly } from '#lib/protocols/http/server/answer-directly.ts'
import { closeServer } from '#lib/protocols/http/server/close-server.ts'
import { createWebServer } from '#lib/protocols/http/server/create-web-server.ts'
import { ignoreAbortedUploads } from '#lib/protocols/http/server/ignore-aborted-uploads.ts'
import { lateEnvironment } from '../runtime/late-environment.ts'
import { PROJECT_ROOT } from '../runtime/project-root.ts'

const hostname = process.env.HOST || '127.0.0.1'
const port = Number(process.env.PORT)

const CLOSE_WITHIN_MS = 5_000

ignoreAbortedUploads()
const server = createWebServer((request, response) => {
  if (!answerDirectly(request, response)) void answerByNext(request, response)
})
const site = next({ dev: false, dir: PROJECT_ROOT, hostname, port, httpServer: server })
await Promise.all([site.prepare(), lateEnvironment()])
const stop = await start()
const answerByNext = site.getRequestHandler()
server.listen(port, hostname)

let isClosing = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (isClosing) return
    isClosing = true
    await closeServer(server, CLOSE_WITHIN_MS)
    await stop()
    await site.close()
    process.exit(signal === 'SIGINT' ? 130 : 143)
  })
}
