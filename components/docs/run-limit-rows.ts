import {
  LONG_RUN_LIMITS,
  LONG_SKILL_LIMITS,
  RUN_LIMITS,
  SKILL_LIMITS,
} from '#lib/contracts/document/skill-limits.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'

type Row = readonly [what: string, javascript: string, python: string, long: string]

export function runLimitRows(): Row[] {
  const { javascript, python } = SKILL_LIMITS
  const { requests, requestBytes, responseBytes, calls, blobBytes, outputBytes, logBytes, logLines } =
    RUN_LIMITS
  const { parts, partBytes, blobParts, writtenBlobBytes } = RUN_LIMITS
  const long = LONG_RUN_LIMITS
  return [
    ['Time', seconds(javascript.timeoutMs), seconds(python.timeoutMs), minutes(LONG_SKILL_LIMITS.timeoutMs)],
    ['CPU time', seconds(javascript.cpuMs), seconds(python.cpuMs), minutes(LONG_SKILL_LIMITS.cpuMs)],
    ['Memory', `${javascript.memoryMb} MB`, `${python.memoryMb} MB`, `${LONG_SKILL_LIMITS.memoryMb} MB`],
    quickAndLong('Requests to hosts', count(requests), count(long.requests)),
    quickAndLong('Request body', formatBytes(requestBytes)),
    quickAndLong('Response body', formatBytes(responseBytes), `${formatBytes(long.answerBytes)} in total`),
    quickAndLong('Calls to skills and tools', count(calls)),
    quickAndLong('One blob that is read whole, or one part of it', formatBytes(blobBytes)),
    quickAndLong('Blobs that it reads and writes, with their parts', count(blobParts)),
    quickAndLong('Blobs that it writes, together', formatBytes(writtenBlobBytes)),
    quickAndLong('Result as JSON', formatBytes(outputBytes)),
    quickAndLong('Parts of a stream', streamLimit(parts, partBytes), streamLimit(long.parts, long.partBytes)),
    quickAndLong('Log', `${formatBytes(logBytes)}, ${count(logLines)} lines`),
  ]
}

function quickAndLong(what: string, quick: string, long = quick): Row {
  return [what, quick, quick, long]
}

const seconds = (ms: number) => `${ms / 1000} s`
const minutes = (ms: number) => `${ms / 60_000} min`
const count = (number: number) => number.toLocaleString('en')
const streamLimit = (parts: number, bytes: number) => `${count(parts)}, ${formatBytes(bytes)} in total`
