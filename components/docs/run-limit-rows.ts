import { RUN_LIMITS, SKILL_LIMITS } from '#lib/contracts/document/skill-limits.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'

type Row = readonly [what: string, javascript: string, python: string]

export function runLimitRows(): Row[] {
  const { javascript, python } = SKILL_LIMITS
  const { requests, requestBytes, responseBytes, calls, blobBytes, outputBytes, logBytes, logLines } =
    RUN_LIMITS
  const { parts, partBytes, blobParts, writtenBlobBytes } = RUN_LIMITS
  return [
    ['Time', seconds(javascript.timeoutMs), seconds(python.timeoutMs)],
    ['CPU time', seconds(javascript.cpuMs), seconds(python.cpuMs)],
    ['Memory', `${javascript.memoryMb} MB`, `${python.memoryMb} MB`],
    sameForBoth('Requests to hosts', String(requests)),
    sameForBoth('Request body', formatBytes(requestBytes)),
    sameForBoth('Response body', formatBytes(responseBytes)),
    sameForBoth('Calls to skills and tools', String(calls)),
    sameForBoth('One blob that is read whole, or one part of it', formatBytes(blobBytes)),
    sameForBoth('Blobs that it reads and writes, with their parts', blobParts.toLocaleString('en')),
    sameForBoth('Blobs that it writes, together', formatBytes(writtenBlobBytes)),
    sameForBoth('Result as JSON', formatBytes(outputBytes)),
    sameForBoth('Parts of a stream', `${parts.toLocaleString('en')}, ${formatBytes(partBytes)} in total`),
    sameForBoth('Log', `${formatBytes(logBytes)}, ${logLines.toLocaleString('en')} lines`),
  ]
}

const sameForBoth = (what: string, limit: string): Row => [what, limit, limit]
const seconds = (ms: number) => `${ms / 1000} s`
