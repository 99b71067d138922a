/** All parts are on one page rather than in tabs, so that a reviewer misses none. */

import type { ReactNode } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { CommentView, SubmissionPage } from '#lib/publishing/review/review-views.ts'
import { MigrationTestList } from '../../../contracts/migration-test-list.tsx'
import { ProviderFacts } from '../../../contracts/provider-facts.tsx'
import { ReplayView } from '../../replay/replay-view.tsx'
import { CommentThread } from '../../submissions/comment-thread.tsx'
import { BehaviourView } from './behaviour-view.tsx'
import { ClassifiedChangeList, ConfigChangeList, PermissionsView } from './change-lists.tsx'
import { ChecklistView, ContractAdvice, type Quoting } from './check-views.tsx'
import { ExamplesView } from './examples-view.tsx'
import type { CommentOnLine } from './line-comment-form.tsx'
import { PackagesView } from './packages-view.tsx'
import { SkillChanges } from './skill-changes.tsx'
import { type SectionLink, SectionNav } from './submission-header.tsx'
import { describeComparison, SubmissionHistory } from './submission-summary.tsx'
import { TextChangeView } from './text-change-view.tsx'

type SubmissionSectionsProps = {
  page: SubmissionPage
  addComment: (body: string) => Promise<ActionResult<void>>
  commentOnLine: CommentOnLine
  tryOut: ReactNode
  /** What was found: the list of the decision, or of the decision before. */
  findings: ReactNode
  earlierFindings: ReactNode
  quoting: Quoting
}

export function SubmissionSections(props: SubmissionSectionsProps) {
  const { page, addComment, commentOnLine, tryOut, findings, earlierFindings, quoting } = props
  const comment = page.viewer.isAdmin && !page.decision ? commentOnLine : undefined
  const { comparison, changes, examples, viewer } = page
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[11rem_minmax(0,1fr)] lg:items-start lg:gap-10">
      <SectionNav sections={sectionLinks(page)} />
      <div className="grid min-w-0 grid-cols-1 gap-12">
        {findings && (
          <ReviewSection
            id="findings"
            title="Findings"
            description={
              page.decision
                ? 'What the decision is based on. Each names a rule of the public table.'
                : 'What your decision will quote. The publisher sees them with the decision and answers each; nobody can change them then.'
            }
          >
            {findings}
          </ReviewSection>
        )}
        {earlierFindings && (
          <ReviewSection
            id="earlier-findings"
            title="Findings of the decision before"
            description="What the publisher says about each, and whether the site still finds it."
          >
            {earlierFindings}
          </ReviewSection>
        )}
        {comparison.with !== 'nothing' && (
          <ReviewSection
            id="changes"
            title="What changed"
            description={`Compared with: ${describeComparison(comparison)}.`}
          >
            {changes.length > 0 ? (
              <ClassifiedChangeList changes={changes} />
            ) : (
              <EmptyNote>No changes.</EmptyNote>
            )}
          </ReviewSection>
        )}
        <ReviewSection
          id="permissions"
          title="Permissions and settings"
          description="The permissions that users agree to and the settings they provide."
        >
          <PermissionsView
            permissions={page.permissions}
            skills={page.skills.filter(({ status }) => status !== 'removed')}
          />
          {page.accounts.slugs.length > 0 && <ProviderFacts {...page.accounts} />}
          <ConfigChangeList {...page.config} />
        </ReviewSection>
        <CodeSection page={page} comment={comment} />
        <ReviewSection
          id="behaviour"
          title="Behaviour"
          description="What the examples were observed to do in the sandbox. Addresses have the texts of the code, and no inputs."
        >
          <BehaviourView behaviour={page.behaviour} />
        </ReviewSection>
        {page.replay && (
          <ReviewSection
            id="replay"
            title="Replay"
            description="Who would get this version, and what it would change for past runs of organisations that agreed."
          >
            <ReplayView replay={page.replay} baseNumber={page.baseNumber ?? 'the version before'} />
          </ReviewSection>
        )}
        {page.packages.packages.length > 0 && (
          <ReviewSection
            id="packages"
            title="Packages"
            description="The npm packages that the code imports, with all that they need. They run with the permissions of the SkillSet."
          >
            <PackagesView {...page.packages} />
          </ReviewSection>
        )}
        <ReviewSection
          id="examples"
          title="Examples"
          description="Results of running the examples in the sandbox at submission."
        >
          {examples.length > 0 ? <ExamplesView examples={examples} /> : <EmptyNote>No examples.</EmptyNote>}
        </ReviewSection>
        {tryOut && (
          <ReviewSection
            id="try"
            title="Try it"
            description="The form that users will see, with your own input. A test run in your organisation: it costs nothing, and because the code is not approved, it reaches neither the vault nor tools nor other skills."
          >
            {tryOut}
          </ReviewSection>
        )}
        <ContractSections page={page} comment={comment} />
        <CheckSections page={page} quoting={quoting} />
        <ReviewSection id="conversation" title="Conversation">
          <CommentThread
            comments={page.comments}
            revision={page.revision}
            otherSide={viewer.isPublisher ? 'the admins' : 'the publisher'}
            canComment={page.canComment}
            addComment={addComment}
          />
        </ReviewSection>
        <ReviewSection id="history" title="History of this version">
          <SubmissionHistory history={page.history} hereId={page.id} />
        </ReviewSection>
      </div>
    </div>
  )
}

function CheckSections({ page, quoting }: Pick<SubmissionSectionsProps, 'page' | 'quoting'>) {
  return (
    <>
      <ReviewSection id="checklist" title="Checklist" description="Automatic checks at submission.">
        <ChecklistView lines={page.checklist} />
      </ReviewSection>
      <ReviewSection
        id="advice"
        title="Advice"
        description="Suggestions that make the contracts easier to use. They do not block a decision."
      >
        <ContractAdvice advice={page.advice} quoting={quoting} />
      </ReviewSection>
    </>
  )
}

type PartProps = Pick<SubmissionSectionsProps, 'page'> & { comment: CommentOnLine | undefined }

function CodeSection({ page, comment }: PartProps) {
  return (
    <ReviewSection
      id="code"
      title="Code"
      description="The code that runs in the sandbox, the pages of instruction skills, and the files of both."
    >
      <SkillChanges
        skills={page.skills}
        pick={({ code, files }) => [code, ...files]}
        comment={comment}
        comments={listLineNotes(page)}
      />
      {page.withLargeFiles.map(({ slug, name }) => (
        <p key={slug} className="text-sm">
          {name} has files that are too large to show here:{' '}
          <a href={paths.submittedFolder(page.id, slug)} download className="underline underline-offset-4">
            download its folder
          </a>
          .
        </p>
      ))}
      <SkillSetTexts page={page} texts={page.migrations} />
      {page.migrationTests.length > 0 && (
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <h3 className="font-semibold">Migration tests on old examples, at submission</h3>
          <MigrationTestList tests={page.migrationTests} />
        </div>
      )}
    </ReviewSection>
  )
}

function ContractSections({ page, comment }: PartProps) {
  return (
    <>
      <ReviewSection
        id="schemas"
        title="Schemas"
        description="The input that each skill accepts and the output it guarantees."
      >
        <SkillChanges
          skills={page.skills}
          pick={({ parameters, response }) => [parameters, response]}
          isPaired
          comment={comment}
          comments={listLineNotes(page)}
        />
      </ReviewSection>
      <ReviewSection
        id="words"
        title="Texts"
        description="Names, descriptions and prompts. Agents follow the prompts."
      >
        <SkillChanges skills={page.skills} pick={({ texts }) => texts} />
        <SkillSetTexts page={page} texts={page.texts} />
      </ReviewSection>
    </>
  )
}

/** Comments on lines, with the findings on lines. */
function listLineNotes({ comments, findings }: SubmissionPage): CommentView[] {
  const notes = findings.flatMap(({ id, revision, rule, place, line, quote, evidence }) =>
    line === null || quote === null
      ? []
      : [
          {
            ...{ id, revision, author: `Finding, ${rule}`, isByAdmin: true, body: evidence, atMs: 0 },
            location: { part: place, line, quote },
          },
        ],
  )
  return [...comments, ...notes]
}

function SkillSetTexts({ page, texts }: { page: SubmissionPage; texts: SubmissionPage['texts'] }) {
  const changed = texts.filter(({ before, after }) => before !== after)
  if (changed.length === 0) return null
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <h3 className="font-semibold">{page.skillSet.name}, the SkillSet</h3>
      {changed.map((text) => (
        <TextChangeView
          key={text.title}
          change={text}
          ownerName={page.skillSet.name}
          marksNew={page.comparison.with !== 'nothing'}
        />
      ))}
    </div>
  )
}

function EmptyNote({ children }: { children: string }) {
  return <p className="text-muted-foreground text-sm">{children}</p>
}

function sectionLinks(page: SubmissionPage): SectionLink[] {
  const { comparison, changes, permissions, skills, hints, examples, comments, history } = page
  const adviceCount = page.advice.reduce((sum, { findings }) => sum + findings.length, 0)
  const hasHint = (section: string) => hints.some((hint) => hint.section === section)
  const link = (id: string, label: string, count?: number): SectionLink => ({
    id,
    label,
    ...(count !== undefined && { count }),
    isAlarming: hasHint(id),
  })
  const whatChanged = {
    ...link('changes', 'What changed', changes.length),
    isAlarming: page.size.breaking > 0,
  }
  return [
    ...(page.findings.length > 0 || (page.viewer.canDecide && !page.decision)
      ? [link('findings', 'Findings', page.findings.length)]
      : []),
    ...(page.earlierFindings.length > 0
      ? [link('earlier-findings', 'Earlier findings', page.earlierFindings.length)]
      : []),
    ...(comparison.with === 'nothing' ? [] : [whatChanged]),
    link('permissions', 'Permissions', permissions.filter(({ status }) => status !== 'removed').length),
    link('code', 'Code', skills.filter(({ code }) => code.before !== code.after).length),
    {
      ...link(
        'behaviour',
        'Behaviour',
        page.behaviour.rows.filter(({ status }) => status !== 'removed').length,
      ),
      isAlarming: page.behaviour.toAcknowledge.length > 0,
    },
    ...(page.replay ? [link('replay', 'Replay')] : []),
    ...(page.packages.packages.length > 0
      ? [
          {
            ...link('packages', 'Packages', page.packages.packages.length),
            isAlarming: page.packages.toAcknowledge.length > 0,
          },
        ]
      : []),
    link('examples', 'Examples', examples.length),
    ...(page.reviewer ? [link('try', 'Try it')] : []),
    link('schemas', 'Schemas'),
    link('words', 'Texts'),
    link('checklist', 'Checklist'),
    link('advice', 'Advice', adviceCount),
    link('conversation', 'Conversation', comments.length),
    link('history', 'History', history.length),
  ]
}

type SectionProps = {
  id: string
  title: string
  description?: ReactNode
  children: ReactNode
}

function ReviewSection({ id, title, description, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-1 gap-4">
      <div className="grid gap-1">
        <h2 id={id} className="scroll-mt-28 font-semibold text-lg tracking-tight lg:scroll-mt-20">
          {title}
        </h2>
        {description && <p className="max-w-3xl text-pretty text-muted-foreground text-sm">{description}</p>}
      </div>
      {children}
    </section>
  )
}
