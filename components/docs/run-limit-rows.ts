/** What a run of a skill may use, as the box has it: a row each, for JavaScript and for Python. */
import { RUN_LIMITS, SKILL_LIMITS } from '#lib/contract/document/skill-limits.ts'
import { sizeWords } from '#lib/contract/market/size-words.ts'

type Row = readonly [what: string, javascript: string, python: string]

export function runLimitRows(): Row[] {
  const { javascript, python } = SKILL_LIMITS
  const { requests, requestBytes, responseBytes, calls, blobBytes, outputBytes, logBytes, logLines } =
    RUN_LIMITS
  return [
    ['Time', seconds(javascript.timeoutMs), seconds(python.timeoutMs)],
    ['Processor time', seconds(javascript.cpuMs), seconds(python.cpuMs)],
    ['Memory', `${javascript.memoryMb} MB`, `${python.memoryMb} MB`],
    both('Requests to hosts', String(requests)),
    both('What one request sends', sizeWords(requestBytes)),
    both('What answers one', sizeWords(responseBytes)),
    both('Calls of skills, tools and blobs', String(calls)),
    both('One blob, or a part of it', sizeWords(blobBytes)),
    both('The result, as JSON', sizeWords(outputBytes)),
    both('The log', `${sizeWords(logBytes)}, ${logLines.toLocaleString('en')} lines`),
  ]
}

const both = (what: string, most: string): Row => [what, most, most]
const seconds = (ms: number) => `${ms / 1000} s`
