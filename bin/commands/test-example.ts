/** One example of a SkillSet file in the box, judged as a draft's run is. */
import { randomUUID } from 'node:crypto'
import { rehearseConfig } from '#lib/config/rehearse-config.ts'
import { isPromised } from '#lib/contract/document/is-promised.ts'
import type {
  SkillDocument,
  SkillExample,
  SkillSetDocument,
} from '#lib/contract/document/skillset-document.ts'
import type { Json } from '#lib/contract/json/json.ts'
import { checkOutput } from '#lib/contract/values/check-output.ts'
import { prepareInput } from '#lib/contract/values/prepare-input.ts'
import type { RunEnd } from '#lib/db/runs.ts'
import { type Issue, issueText } from '#lib/errors.ts'
import { boxSecrets } from '#lib/execution/box-secrets.ts'
import { type Contract, contractOf } from '#lib/execution/contract-of.ts'
import { judge } from '#lib/execution/judge.ts'
import { redactEnd } from '#lib/execution/redact-end.ts'
import { JAVASCRIPT_LIMITS, PYTHON_LIMITS, type SandboxJob } from '#lib/sandbox/sandbox.ts'
import type { Box } from '#sandboxd/box.ts'

export type TestedExample = {
  skill: string
  title: string
  ok: boolean
  /** Why it fails. */
  message?: string
  /** Whether it returned its expected output; left out where none is written. It may differ each time, so none fails by it. */
  as_expected?: boolean
  /** What is odd about the expected output. */
  note?: string
  output?: Json
  logs?: RunEnd['logs']
  duration_ms?: number
}

export async function testExample(
  box: Box,
  document: SkillSetDocument,
  { skill, example }: { skill: SkillDocument; example: SkillExample },
): Promise<TestedExample> {
  const place = { skill: skill.slug, title: example.title }
  const fails = (message: string): TestedExample => ({ ...place, ok: false, message })

  const contract = contractOf(document, skill)
  if (!contract.parameters || contract.issues.length > 0) return fails(wordsOf(contract.issues))
  const { value, issues } = prepareInput(contract.parameters, example.input)
  if (issues.length > 0) return fails(`Its input does not fit: ${wordsOf(issues)}`)
  const config = rehearseConfig(document, example.config ?? {})
  if (config.missing.length > 0) return fails(`It lacks the configuration ${config.missing.join(', ')}.`)

  const outcome = await box.run(jobOf(document, skill, { parameters: value, config }), {
    signal: new AbortController().signal,
    onEvent: () => {},
  })
  const end = redactEnd(judge(outcome, { mode: 'development', contract }), config.secrets)
  const { state, output, error, warnings = [], logs, durationMs } = end
  const ok = state === 'succeeded' && warnings.length === 0
  const broken =
    warnings.length > 0 ? `Its result breaks the response schema: ${wordsOf(warnings)}` : undefined
  const promised = ok ? isPromised({ output }, example.output) : undefined
  const note = noteOn(example.output, promised, contract)
  const message = error ? `${error.code}: ${error.message}` : (broken ?? `It ended as ${state}.`)
  return {
    ...place,
    ok,
    ...(!ok && { message }),
    ...(promised !== undefined && { as_expected: promised }),
    ...(note && { note }),
    ...(output !== undefined && { output }),
    ...(logs && logs.length > 0 && { logs }),
    duration_ms: durationMs,
  }
}

function noteOn(
  expected: Json | undefined,
  promised: boolean | undefined,
  { response, rules }: Contract,
): string | undefined {
  const misfits = expected === undefined ? [] : checkOutput(response, expected, rules)
  if (misfits.length > 0) return `Its expected output breaks the response schema: ${wordsOf(misfits)}`
  return promised === false
    ? 'It returned something else than its expected output. That is fine where the result differs each time.'
    : undefined
}

type Prepared = { parameters: Json; config: ReturnType<typeof rehearseConfig> }

function jobOf(
  document: SkillSetDocument,
  skill: SkillDocument,
  { parameters, config }: Prepared,
): SandboxJob {
  const runtime = skill.runtime ?? 'javascript'
  const most = runtime === 'python' ? PYTHON_LIMITS : JAVASCRIPT_LIMITS
  const wallMs = Math.min(most.wallMs, skill.limits?.timeoutMs ?? most.wallMs)
  const runId = `run_${randomUUID()}`
  return {
    runId,
    publisher: 'command_line',
    organisation: 'command_line',
    isUnreviewed: false,
    runtime,
    definition: skill.definition ?? '',
    parameters,
    config: config.config,
    context: {
      runId,
      organizationId: 'command_line',
      organizationName: 'Command line',
      timezone: 'UTC',
      skill: `command_line.${document.slug}.${skill.slug}`,
      version: document.version,
      dryRun: false,
      deadline: Date.now() + wallMs,
    },
    limits: { ...most, wallMs, memoryMb: Math.min(most.memoryMb, skill.limits?.memoryMb ?? most.memoryMb) },
    network: document.permissions?.network ?? [],
    hasSecrets: config.secrets.length > 0,
    secrets: boxSecrets(config.secrets, document.permissions),
  }
}

function wordsOf(issues: readonly Issue[]): string {
  return issues.slice(0, 3).map(issueText).join('; ')
}
