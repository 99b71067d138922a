import { randomUUID } from 'node:crypto'
import { buildTestConfig } from '#lib/config/build-test-config.ts'
import { matchesExample } from '#lib/contracts/checks/matches-example.ts'
import { laneOf } from '#lib/contracts/document/skill-limits.ts'
import type {
  SkillDocument,
  SkillExample,
  SkillSetDocument,
} from '#lib/contracts/document/skillset-document.ts'
import { isCheckedByDryRun } from '#lib/contracts/permissions/permission-lines.ts'
import { hostsInParameters } from '#lib/contracts/permissions/url-parameters.ts'
import { checkOutput } from '#lib/contracts/results/check-output.ts'
import { prepareInput } from '#lib/json-schema/inputs/prepare-input.ts'
import type { Json, JsonObject } from '#lib/kernel/json/json.ts'
import { redactEnd } from '#lib/runs/finish/end-run.ts'
import { judgeOutcome } from '#lib/runs/finish/judge-outcome.ts'
import { selectSandboxSecrets } from '#lib/runs/perform/execute-in-sandbox.ts'
import { buildContract, type Contract } from '#lib/runs/resolve/runnable.ts'
import { findSandboxLimits, type SandboxJob } from '#lib/sandbox/sandbox.ts'
import type { LocalSandbox } from '#sandboxd/local-sandbox.ts'
import { errorSentence, formatIssues, lineOfTrace, type TestedExample } from './tested-example.ts'

export async function testExample(
  sandbox: LocalSandbox,
  document: SkillSetDocument,
  {
    skill,
    example,
    settings = {},
  }: { skill: SkillDocument; example: SkillExample; settings?: JsonObject | undefined },
): Promise<TestedExample> {
  const identity = { skill: skill.slug, title: example.title }
  const fails = (message: string): TestedExample => ({ ...identity, ok: false, message })

  const contract = buildContract(document, skill)
  if (!contract.parameters || contract.issues.length > 0) return fails(formatIssues(contract.issues))
  const { value, issues } = prepareInput(contract.parameters, example.input)
  if (issues.length > 0) return fails(`Invalid input: ${formatIssues(issues)}`)
  const config = buildTestConfig(document, { ...settings, ...example.config })
  if (config.missing.length > 0)
    return fails(
      `Missing configuration: ${config.missing.join(', ')}. Name a file that has it with --settings.`,
    )

  const outcome = await sandbox.run(buildExampleJob(document, skill, { parameters: value, config }), {
    signal: new AbortController().signal,
    onEvent: () => {},
  })
  const end = redactEnd(
    await judgeOutcome(outcome, { mode: 'development', contract, owner: 'operator' }),
    config.secrets,
  )
  const { state, output, error, errorDetail, warnings = [], logs, durationMs } = end
  const ok = state === 'succeeded' && warnings.length === 0
  const broken =
    warnings.length > 0
      ? `The result does not match the response schema: ${formatIssues(warnings)}`
      : undefined
  const promised = ok ? matchesExample({ output }, example.output) : undefined
  const note = noteOn(example.output, promised, contract)
  const trace = errorDetail?.stack
  const line = trace === undefined ? undefined : lineOfTrace(trace)
  const message = error ? errorSentence(error, line) : (broken ?? `The run ended with state ${state}.`)
  return {
    ...identity,
    ok,
    ...(!ok && { message }),
    ...(error && {
      error: {
        code: error.code,
        ...(error.type !== undefined && { type: error.type }),
        ...(line !== undefined && { line }),
        ...(trace !== undefined && { trace }),
      },
    }),
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
  if (misfits.length > 0)
    return `The expected output does not match the response schema: ${formatIssues(misfits)}`
  return promised === false
    ? 'The result differs from the expected output. This is fine if the result changes with each run.'
    : undefined
}

type PreparedExample = { parameters: Json; config: ReturnType<typeof buildTestConfig> }

function buildExampleJob(
  document: SkillSetDocument,
  skill: SkillDocument,
  { parameters, config }: PreparedExample,
): SandboxJob {
  const runtime = skill.runtime ?? 'javascript'
  const lane = laneOf(skill)
  const limits = findSandboxLimits(runtime, lane)
  const wallMs = Math.min(limits.wallMs, skill.limits?.timeoutMs ?? limits.wallMs)
  const runId = `run_${randomUUID()}`
  return {
    runId,
    publisher: 'command_line',
    organisation: 'command_line',
    isApproved: false,
    isUnreviewed: false,
    runtime,
    lane,
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
      dryRun: isCheckedByDryRun(document, skill),
      deadline: Date.now() + wallMs,
    },
    limits: {
      ...limits,
      wallMs,
      memoryMb: Math.min(limits.memoryMb, skill.limits?.memoryMb ?? limits.memoryMb),
    },
    network: [
      ...(document.permissions?.network ?? []),
      ...hostsInParameters(document.permissions ?? {}, {
        schema: buildContract(document, skill).parameters,
        parameters,
      }),
    ],
    hasSecrets: config.secrets.length > 0,
    secrets: selectSandboxSecrets(config.secrets, document.permissions, config.config),
  }
}
