import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { AutomationControls } from '#components/automations/automation-controls.tsx'
import { AutomationRunList } from '#components/automations/automation-run-list.tsx'
import { EditAutomation } from '#components/automations/edit-automation.tsx'
import { WebhookSection } from '#components/automations/webhook-section.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Time } from '#components/ui/time.tsx'
import type { AutomationView } from '#lib/automations/automation-view.ts'
import { findInputSchema, getAutomation } from '#lib/automations/list-automations.ts'
import { describeTrigger } from '#lib/automations/model/schedule-pattern.ts'
import { paths, skillNamePath } from '#lib/kernel/site/paths.ts'
import { toSearchParams } from '#lib/protocols/http/requests/request-fields.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import * as acts from '../actions.ts'

export const metadata: Metadata = { title: 'Automation' }

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function AutomationPage({ params, searchParams }: Props) {
  const { id } = await params
  const ctx = await contextFromCookie()
  const after = toSearchParams(await searchParams).get('after') ?? undefined
  const { automation, runs, nextCursor } = await orNotFound(getAutomation(ctx, id, after))
  const { trigger, timeZone, title, canManage, isPaused, pauseReason } = automation
  return (
    <Page
      width="reading"
      className="gap-8"
      eyebrow={<BackLink href={paths.automations}>Automations</BackLink>}
      title={title}
      description={<Summary automation={automation} />}
      actions={
        canManage && (
          <AutomationControls
            automation={automation}
            actions={{
              pause: acts.pauseAutomation,
              resume: acts.resumeAutomation,
              runNow: acts.runAutomationNow,
              remove: acts.deleteAutomation,
            }}
          />
        )
      }
    >
      {isPaused && (
        <Alert variant="warning">
          {pauseReason ?? 'This automation is paused. It does not start until you resume it.'}
        </Alert>
      )}
      {trigger.kind === 'webhook' && (
        <WebhookSection
          id={automation.id}
          address={`${publicOrigin(await headers())}${paths.automationEvents(automation.id)}`}
          canManage={canManage}
          actions={{ rotateToken: acts.rotateWebhookToken, sendTest: acts.sendTestMessage }}
        />
      )}
      <AutomationRunList
        runs={runs}
        more={nextCursor === null ? undefined : `${paths.automation(automation.id)}?after=${nextCursor}`}
      />
      {canManage && (
        <EditAutomation
          key={`${describeTrigger(trigger, timeZone)} ${title}`}
          automation={automation}
          schema={await findInputSchema(ctx, automation)}
          change={acts.changeAutomation}
        />
      )}
    </Page>
  )
}

function Summary({ automation }: { automation: AutomationView }) {
  const { trigger, timeZone, target, userName, nextAtMs } = automation
  const [next] = nextAtMs
  return (
    <>
      {describeTrigger(trigger, timeZone)}. Runs{' '}
      <TextLink href={target.kind === 'skill' ? skillNamePath(target.name) : paths.plan(target.slug)}>
        {target.kind === 'skill' ? target.name : `the plan ${target.title}`}
      </TextLink>{' '}
      as {userName}.
      {next !== undefined && (
        <span className="block text-sm">
          Next run <Time at={next} style="instant" />
        </span>
      )}
    </>
  )
}
