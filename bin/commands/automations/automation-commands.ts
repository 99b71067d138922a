import { type AutomationView, toRestAutomation } from '#lib/automations/automation-view.ts'
import { getAutomation, listAutomations } from '#lib/automations/list-automations.ts'
import * as automations from '#lib/automations/manage-automations.ts'
import { describeTrigger } from '#lib/automations/model/schedule-pattern.ts'
import { getRestAutomation } from '#lib/automations/rest-automation.ts'
import type { Context } from '#lib/context/context.ts'
import { contextForOrganisation, ORG_OPTION } from '../acting-context.ts'
import type { CliCommand } from '../cli-command.ts'
import { readJsonFile } from '../read-input-file.ts'

const OPTIONS = { email: 'the user to act as (default: the first admin)', ...ORG_OPTION }
const WHO = '[--email EMAIL] [--org NAME]'

export const automationLsCommand: CliCommand = {
  summary: 'List automations with their next time.',
  usage: WHO,
  options: OPTIONS,
  positionals: 0,
  needsDatabase: true,
  async run({ options }) {
    const found = await listAutomations(await contextForOrganisation(options))
    return {
      text: found.map(automationLine).join('\n') || 'There are no automations.',
      json: found.map(toRestAutomation),
    }
  },
}

export const automationCreateCommand: CliCommand = {
  summary: 'Create an automation from JSON, as POST /api/automations takes it.',
  usage: `FILE ${WHO}`,
  options: OPTIONS,
  positionals: 1,
  needsDatabase: true,
  async run({ positionals: [file = ''], options }) {
    const ctx = await contextForOrganisation(options)
    const { id, secret, token } = await automations.createAutomation(ctx, readJsonFile(file))
    const { automation } = await getAutomation(ctx, id)
    const text = `${automationLine(automation)}${secret ? `\nIts secret, shown only now: ${secret}` : ''}${token ? `\nIts token, shown only now: ${token}` : ''}`
    return {
      text,
      json: { ...toRestAutomation(automation), ...(secret && { secret }), ...(token && { token }) },
    }
  },
}

export const automationShowCommand: CliCommand = {
  summary: 'Show an automation and its latest runs.',
  usage: `ID ${WHO}`,
  options: OPTIONS,
  positionals: 1,
  needsDatabase: true,
  async run({ positionals: [id = ''], options }) {
    const ctx = await contextForOrganisation(options)
    const { automation, runs } = await getAutomation(ctx, id)
    const lines = runs.map(({ dueAtMs, state, runId, planRunId, needsConfirmation, error }) => {
      const note = needsConfirmation
        ? `needs confirmation: guildhall plan confirm ${planRunId}`
        : error?.message
      return [new Date(dueAtMs).toISOString(), state, runId ?? planRunId ?? '', note ?? ''].join('  ')
    })
    return {
      text: [automationLine(automation), ...lines].join('\n'),
      json: await getRestAutomation(ctx, id),
    }
  },
}

export const automationRunCommand = actionOn(
  'Run an automation now, besides its times.',
  automations.runAutomationNow,
  'It starts within a second.',
)
export const automationPauseCommand = actionOn('Pause an automation.', automations.pauseAutomation, 'Paused.')
export const automationResumeCommand = actionOn(
  'Resume an automation.',
  automations.resumeAutomation,
  'Resumed.',
)
export const automationRmCommand = actionOn('Delete an automation.', automations.deleteAutomation, 'Deleted.')

function actionOn(
  summary: string,
  act: (ctx: Context, id: string) => Promise<unknown>,
  done: string,
): CliCommand {
  return {
    summary,
    usage: `ID ${WHO}`,
    options: OPTIONS,
    positionals: 1,
    needsDatabase: true,
    async run({ positionals: [id = ''], options }) {
      await act(await contextForOrganisation(options), id)
      return { text: done, json: { id } }
    },
  }
}

function automationLine({
  id,
  title,
  trigger,
  timeZone,
  isPaused,
  nextAtMs: [next],
}: AutomationView): string {
  const when = isPaused ? 'paused' : next === undefined ? '' : `next ${new Date(next).toISOString()}`
  return [id, title, describeTrigger(trigger, timeZone), when].filter(Boolean).join('  ')
}
