import { headers } from 'next/headers'
import { PausedNotice } from '#components/catalog/behaviour-view.tsx'
import { ChoicesLoaderProvider } from '#components/catalog/skill-choices-provider.tsx'
import { ComingNotice } from '#components/installs/coming-notice.tsx'
import { AccountNotice } from '#components/integrations/account-notice.tsx'
import { WithdrawalNotice } from '#components/publishing/recalls/withdrawal-notice.tsx'
import { RestrictionNotice } from '#components/publishing/review/versions/restriction-notice.tsx'
import { CurrentInput } from '#components/runs/quick-execute/current-input.tsx'
import { EmbedButton } from '#components/runs/quick-execute/embed-button.tsx'
import { InstructionView } from '#components/runs/quick-execute/instruction-view.tsx'
import { PreviousRuns } from '#components/runs/quick-execute/previous-runs.tsx'
import { QuickExecute } from '#components/runs/quick-execute/quick-execute.tsx'
import { SkillHeader, SkillNotices } from '#components/runs/quick-execute/skill-header.tsx'
import { SkillStatus } from '#components/runs/quick-execute/skill-status.tsx'
import { SkillTabs } from '#components/runs/quick-execute/skill-tabs.tsx'
import { TextForSaleView } from '#components/runs/quick-execute/text-for-sale.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { SkillPage } from '#lib/catalog/catalog-views.ts'
import { getFeedback } from '#lib/catalog/feedback/ratings.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { getEmbedSites } from '#lib/publishing/publishers/embed-sites.ts'
import { getQuickExecute } from '#lib/runs/start/get-quick-execute.ts'
import { createAutomation } from '../../../automations/actions.ts'
import { createCollection, listCollectionChoices, setInCollection } from '../../../collections/actions.ts'
import {
  deletePreset,
  listChoices,
  revokeShare,
  runForVisitor,
  savePreset,
  shareRun,
  startRun,
} from '../../../runs/actions.ts'
import {
  installSkillSet,
  previewInstallChange,
  uninstallSkillSet,
  upgradeSkillSet,
} from '../../../settings/installed/actions.ts'
import { rateSkillSet, reportSkillSet, setStar, withdrawRating } from '../feedback-actions.ts'
import { aboutTabs } from './about-tabs.tsx'
import { buildFormProps } from './form-props.tsx'

type SkillPageContentProps = {
  page: SkillPage
  here: string
  query: URLSearchParams
}

const ACTIONS = { startRun, runForVisitor, savePreset, deletePreset, shareRun, revokeShare, createAutomation }

export async function SkillPageContent({ page, here, query }: SkillPageContentProps) {
  const ctx = await contextFromCookie()
  const { name, skill, version } = page
  const quickExecute = await getQuickExecute(ctx, page, {
    from: query.get('from'),
    run: query.get('run'),
  })
  return (
    <PageContent className="grid grid-cols-1 gap-8">
      <SkillHeader page={page} />
      {!page.isBuiltIn && <Status page={page} />}
      <WithdrawalNotice version={page.version} />
      <PausedNotice number={page.version.number} isPaused={page.version.isPaused} />
      <ComingNotice
        coming={page.coming}
        isReturned={page.isReturned}
        shownNumber={page.version.number}
        organisationName={page.organisationName}
        action={
          page.canInstall && (
            <TextLink href={`${paths.skillSet(page.skillSet.publisher.handle, page.skillSet.slug)}#coming`}>
              Take {page.coming?.number} now
            </TextLink>
          )
        }
      />
      <RestrictionNotice restriction={page.restriction} isVersionHidden={page.isVersionHidden} />
      <SkillNotices page={page} unavailableReason={quickExecute.unavailableReason} />
      <AccountNotice
        skillSet={`${page.skillSet.publisher.handle}.${page.skillSet.slug}`}
        title={page.skillSet.name}
        needs={quickExecute.needs}
        canConnect={ctx.viewer !== null && ctx.viewer.organisationRole !== 'MEMBER'}
        here={here}
      />
      <CurrentInput>
        {skill.kind === 'instruction' ? (
          <Instructions page={page} balance={quickExecute.quote.balance} here={here} />
        ) : (
          <ChoicesLoaderProvider list={listChoices}>
            <QuickExecute
              key={version.id}
              {...buildFormProps(page, quickExecute)}
              presets={quickExecute.presets}
              start={quickExecute.start}
              shown={quickExecute.shown}
              personId={ctx.viewer?.userId ?? null}
              here={query.size > 0 ? `${here}?${query}` : here}
              actions={ACTIONS}
            />
          </ChoicesLoaderProvider>
        )}
        <SkillTabs
          first={ctx.viewer ? 'runs' : 'contract'}
          tabs={[
            ...(skill.kind === 'instruction'
              ? []
              : [
                  {
                    id: 'runs',
                    label: 'Your runs',
                    content: (
                      <PreviousRuns
                        runs={quickExecute.runs}
                        skillName={name}
                        isSignedIn={ctx.viewer !== null}
                      />
                    ),
                  },
                ]),
            ...aboutTabs(page, publicOrigin(await headers())),
          ]}
        />
      </CurrentInput>
    </PageContent>
  )
}

function Instructions({ page, balance, here }: { page: SkillPage; balance?: string; here: string }) {
  const { name, skill, version, forSale, organisationName } = page
  if (!forSale) return <InstructionView body={skill.body ?? ''} owner={page.skillSet.publisher.handle} />
  return (
    <TextForSaleView
      skill={{ name, version: version.number, title: skill.name }}
      forSale={forSale}
      balance={balance}
      organisationName={organisationName}
      signInHref={paths.signIn(here)}
      startRun={startRun}
    />
  )
}

async function Status({ page }: { page: SkillPage }) {
  const ref = { publisher: page.skillSet.publisher.handle, skillset: page.skillSet.slug }
  const feedback = await orNotFound(getFeedback(await contextFromCookie(), ref))
  return (
    <SkillStatus
      page={page}
      feedback={feedback}
      embed={page.isOwner && isEmbeddable(page) ? <Embed page={page} /> : undefined}
      actions={{
        install: {
          planStep: previewInstallChange,
          installVersion: installSkillSet,
          changeVersion: upgradeSkillSet,
          uninstallSkillSet,
        },
        feedback: {
          setStar: setStar.bind(null, ref),
          rate: rateSkillSet.bind(null, ref),
          removeRating: withdrawRating.bind(null, ref),
          report: reportSkillSet.bind(null, ref),
          collect: { listCollectionChoices, createCollection, setInCollection },
        },
      }}
    />
  )
}

function isEmbeddable({ skill, version }: SkillPage): boolean {
  return skill.kind !== 'instruction' && version.visibility === 'PUBLIC'
}

async function Embed({ page: { skill, skillSet } }: { page: SkillPage }) {
  const ctx = await contextFromCookie()
  const path = paths.embed(skillSet.publisher.handle, skillSet.slug, skill.slug)
  return (
    <EmbedButton
      url={publicOrigin(await headers()) + path}
      title={skill.name}
      sites={await getEmbedSites(ctx, skillSet.id)}
      skillSetId={skillSet.id}
    />
  )
}
