import type { Metadata } from 'next'
import { cache } from 'react'
import { AppealDecision, WithdrawAppeal } from '#components/publishing/review/appeals/appeal-decision.tsx'
import { StatementOfFindings } from '#components/publishing/review/findings/findings-sections.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { BackLink, PageHeader } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Time } from '#components/ui/time.tsx'
import { TitledSection } from '#components/ui/titled-section.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { APPEAL_OUTCOMES, appealTexts } from '#lib/publishing/model/appeal-kinds.ts'
import { type AppealPage, getAppeal } from '#lib/publishing/review/appeals/read-appeals.ts'
import { decideAppeal, withdrawAppeal } from '../actions.ts'

type Props = { params: Promise<{ id: string }> }

const readAppeal = cache(async (id: string) => orNotFound(getAppeal(await contextFromCookie('review'), id)))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Appeal on ${(await readAppeal((await params).id)).subject}` }
}

export default async function AppealDetailPage({ params }: Props) {
  const { id } = await params
  const appeal = await readAppeal(id)
  const { kind, subject, text, by, openedAtMs, decision, isInForce, findings, viewer } = appeal
  const isOpen = appeal.outcome === null
  return (
    <PageContent className="grid grid-cols-1 gap-8">
      <PageHeader
        eyebrow={viewer.isAdmin && <BackLink href={paths.appeals}>Appeals</BackLink>}
        title={
          <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 [overflow-wrap:anywhere]">
            Appeal on {subject}
            <Badge variant="outline">{appealTexts(kind).label}</Badge>
          </span>
        }
        actions={viewer.canWithdraw && <WithdrawAppeal withdraw={withdrawAppeal.bind(null, id)} />}
      />
      <Outcome appeal={appeal} />
      <TitledSection title="The appeal">
        <p className="whitespace-pre-line text-pretty [overflow-wrap:anywhere]">{text}</p>
        <p className="text-muted-foreground text-sm">
          {by}, <Time at={openedAtMs} />
        </p>
      </TitledSection>
      <TitledSection title="The decision">
        {!isInForce && <p className="text-muted-foreground text-sm">The decision is no longer in force.</p>}
        {decision && (
          <>
            <p className="whitespace-pre-line text-pretty [overflow-wrap:anywhere]">{decision.reason}</p>
            <p className="text-muted-foreground text-sm">
              <Time at={decision.atMs} /> · <TextLink href={decision.href}>{appealTexts(kind).link}</TextLink>
            </p>
          </>
        )}
        {findings.length > 0 && <StatementOfFindings findings={findings} />}
      </TitledSection>
      {isOpen && (
        <TitledSection title="Who decides">
          <p className="text-pretty">{viewer.decisionError ?? appeal.decider}</p>
          {appeal.waitsAt && (
            <Alert variant="info" title="An admin proposes to retract the recall">
              The appeal succeeds when a second admin confirms that
              {viewer.isAdmin ? (
                <>
                  , on <TextLink href={appeal.waitsAt}>the page of the recall</TextLink>.
                </>
              ) : (
                '.'
              )}
            </Alert>
          )}
          {viewer.canDecide && (
            <AppealDecision
              subject={subject}
              effect={appeal.effect}
              reasonHelp={appealTexts(kind).reasonHelp}
              isInForce={isInForce}
              newPackages={appeal.newPackages}
              newBehaviour={appeal.newBehaviour}
              decide={decideAppeal.bind(null, id)}
            />
          )}
        </TitledSection>
      )}
    </PageContent>
  )
}

function Outcome({ appeal: { outcome, reason, closedAtMs, isBySameAdmin } }: { appeal: AppealPage }) {
  if (!outcome || closedAtMs === null) return null
  return (
    <Alert
      role="status"
      variant={outcome === 'overturned' ? 'success' : 'info'}
      title={
        <>
          {APPEAL_OUTCOMES[outcome]}, <Time at={closedAtMs} />
        </>
      }
    >
      {reason && <p className="whitespace-pre-line">{reason}</p>}
      {isBySameAdmin && (
        <p className="text-muted-foreground">
          The admin who made the decision decided the appeal, because this site had no other admin.
        </p>
      )}
    </Alert>
  )
}
