/**
 * The process that resolves and bundles packages. What it reads comes from a registry, so it is apart from the web server,
 * without its settings and secrets, and ends by itself when it uses too much memory.
 */
import { text } from 'node:stream/consumers'
import { BuildError, type BuildReply, type BuildRequest } from '../request/build-request.ts'
import { performBuild } from './build.ts'

const MAX_RESIDENT_BYTES = 1_500 * 1024 * 1024

setInterval(() => {
  if (process.memoryUsage.rss() > MAX_RESIDENT_BYTES) process.kill(process.pid, 'SIGKILL')
}, 100).unref()

const request = JSON.parse(await text(process.stdin)) as BuildRequest
const reply = await performBuild(request).then(
  (built): BuildReply => ({ built }),
  (thrown): BuildReply => {
    if (thrown instanceof BuildError) return { fault: thrown.fault }
    throw thrown
  },
)
process.stdout.write(JSON.stringify(reply), () => process.exit(0))
