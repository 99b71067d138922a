/** Runs builds in processes of their own, few at a time. */
import { spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { AppError } from '../../kernel/errors.ts'
import { oncePerProcess } from '../../kernel/process/once-per-process.ts'
import { absolutePath } from '../../kernel/threads/thread-pool.ts'
import type { BuildReply, BuildRequest, Built } from '../request/build-request.ts'

const BUILD_WITHIN_MS = 120_000
const HEAP_MB = 1024
const MAX_RUNNING = 2
const MAX_WAITING = 20

const builds = oncePerProcess('package builds', () => pLimit(MAX_RUNNING))

/** What npm's HTTP client reads; nothing else of the site's environment is passed on. */
const PASSED_ON = [
  'PATH',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NO_PROXY',
  'https_proxy',
  'http_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
]

/**
 * Throws INVALID_INPUT or POLICY_DENIED for what the publisher can change, RATE_LIMIT_EXCEEDED if too many builds wait,
 * and TOOL_NOT_AVAILABLE if the registry cannot be reached or the build takes too long.
 */
export async function runPackageBuild(request: Omit<BuildRequest, 'folder'>): Promise<Built> {
  if (builds.pendingCount >= MAX_WAITING)
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: 'Too many packages are being resolved at the moment.',
      suggestedAction: 'Try again in a minute.',
    })
  const reply = await builds(() => runInProcess(request))
  if ('built' in reply) return reply.built
  const { code, message, path: pointer } = reply.fault
  throw new AppError(code, { message, issues: [{ path: pointer, keyword: 'package', message }] })
}

async function runInProcess(request: Omit<BuildRequest, 'folder'>): Promise<BuildReply> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'guildhall-packages-'))
  try {
    const answer = await answerRequest({ ...request, folder })
    return JSON.parse(answer) as BuildReply
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}

async function answerRequest(request: BuildRequest): Promise<string> {
  const args = [`--max-old-space-size=${HEAP_MB}`, absolutePath('lib/packages/build/main.ts')]
  const env = Object.fromEntries(
    PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  const child = spawn(process.execPath, args, {
    cwd: request.folder,
    // npm's libraries look for settings in the home folder.
    env: { ...env, HOME: request.folder, NODE_ENV: 'production' },
    timeout: BUILD_WITHIN_MS,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve).once('error', reject)
  })
  child.stdin.on('error', () => {}).end(JSON.stringify(request))
  const [answer, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (status === 0) return answer
  const isStopped = status === null || /heap out of memory/i.test(errors)
  throw new AppError('TOOL_NOT_AVAILABLE', {
    message: isStopped
      ? 'Resolving these packages took too much time or memory.'
      : 'These packages could not be resolved.',
    suggestedAction: 'Try again. If it fails again, choose fewer or smaller packages.',
    detail: errors.slice(-2_000),
  })
}
