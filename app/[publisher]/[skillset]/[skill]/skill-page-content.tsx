import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { ContractView } from '#components/contract/contract-view.tsx'
import { AccountNotice } from '#components/integrations/account-notice.tsx'
import { CurrentInput } from '#components/quick-execute/current-input.tsx'
import { EmbedButton } from '#components/quick-execute/embed-button.tsx'
import { FilesView, InstructionView } from '#components/quick-execute/instruction-view.tsx'
import { PreviousRuns } from '#components/quick-execute/previous-runs.tsx'
import { QuickExecute } from '#components/quick-execute/quick-execute.tsx'
import { SkillHeader, SkillNotices } from '#components/quick-execute/skill-header.tsx'
import { SkillStatus } from '#components/quick-execute/skill-status.tsx'
import { SkillTabs } from '#components/quick-execute/skill-tabs.tsx'
import { ChoicesSource } from '#components/schema-form/frame/field-choices.tsx'
import { PageContent } from '#components/shell/page.tsx'
import { ServerMarkdown } from '#components/ui/markdown/server-markdown.tsx'
import type { SkillPage } from '#lib/catalog/catalog-views.ts'
import { getFeedback } from '#lib/feedback/ratings.ts'
import { orNotFound } from '#lib/http/responses/or-not-found.ts'
import { isObject } from '#lib/json/json.ts'
import { validatorHash } from '#lib/json-schema/precompile/validator-code.ts'
import { getEmbedSites } from '#lib/publishers/embed-sites.ts'
import { getQuickExecute } from '#lib/runs/start/get-quick-execute.ts'
import type { RecordedExample } from '#lib/runs/views/run-view.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/session/network/caller-address.ts'
import { paths } from '#lib/site/paths.ts'
import { folderLines } from '#lib/skill-archives/folder-lines.ts'
import { contractDocument, contractHash, permissionsHash } from '#lib/skillset/document/contract-document.ts'
import { exportForCode } from '#lib/tool-formats/export-tool.ts'
import { CallCode, type CallCodeProps } from '../../../../components/quick-execute/call-code.tsx'
import { CodeBlock } from '../../../../components/quick-execute/code-block.tsx'
import { createAutomation } from '../../../automations/actions.ts'
import {
  beginRun,
  createPreset,
  endShare,
  forgetPreset,
  listChoices,
  makeShare,
} from '../../../runs/actions.ts'
import {
  changeVersion,
  installVersion,
  planStep,
  uninstallSkillSet,
} from '../../../settings/installed/actions.ts'
import { rate, removeRating, report, setStar } from '../feedback-actions.ts'

type SkillPageContentProps = {
  page: SkillPage
  here: string
  query: URLSearchParams
}

export async function SkillPageContent({ page, here, query }: SkillPageContentProps) {
  const ctx = await contextFromCookie()
  const { name, skill, version } = page
  const quickExecute = await getQuickExecute(ctx, page, { from: query.get('from') })
  return (
    <PageContent className="grid grid-cols-1 gap-8">
      <SkillHeader page={page} />
      {!page.isBuiltIn && <Status page={page} />}
      <SkillNotices page={page} lack={quickExecute.unavailableReason} />
      <AccountNotice
        skillSet={`${page.skillSet.publisher.handle}.${page.skillSet.slug}`}
        title={page.skillSet.name}
        needs={quickExecute.needs}
        canConnect={ctx.viewer !== null && ctx.viewer.organisationRole !== 'MEMBER'}
        here={here}
      />
      <CurrentInput>
        {skill.kind === 'instruction' ? (
          <InstructionView body={skill.body ?? ''} owner={page.skillSet.publisher.handle} />
        ) : (
          <ChoicesSource list={listChoices}>
            <QuickExecute
              key={version.id}
              skill={{
                name,
                title: skill.name,
                version: version.number,
                parameters: skill.parameters ?? {},
                validatorUrl: validatorUrl(page),
                response: skill.response,
                examples: skill.examples ?? [],
                buttons: skill.buttons ?? [],
              }}
              quote={quickExecute.quote}
              presets={quickExecute.presets}
              recorded={quickExecute.recorded}
              messages={messagesOf(quickExecute.recorded, page.skillSet.publisher.handle)}
              start={quickExecute.start}
              personId={ctx.viewer?.userId ?? null}
              blocked={quickExecute.unavailableReason !== undefined || version.state === 'YANKED'}
              here={query.size > 0 ? `${here}?${query}` : here}
              actions={{
                beginRun,
                createPreset,
                forgetPreset,
                makeShare,
                endShare,
                createAutomation,
              }}
            />
          </ChoicesSource>
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

async function Status({ page }: { page: SkillPage }) {
  const ref = { publisher: page.skillSet.publisher.handle, skillset: page.skillSet.slug }
  const feedback = await orNotFound(getFeedback(await contextFromCookie(), ref))
  return (
    <SkillStatus
      page={page}
      feedback={feedback}
      embed={page.isOwner && isEmbeddable(page) ? <Embed page={page} /> : undefined}
      actions={{
        install: { planStep, installVersion, changeVersion, uninstallSkillSet },
        feedback: {
          setStar: setStar.bind(null, ref),
          rate: rate.bind(null, ref),
          removeRating: removeRating.bind(null, ref),
          report: report.bind(null, ref),
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

/** So that visitors do not load the Markdown parser. */
function messagesOf(recorded: readonly RecordedExample[], owner: string): Record<string, ReactNode> {
  return Object.fromEntries(
    recorded.flatMap(({ title, output }) =>
      isObject(output) && typeof output.message === 'string'
        ? [[title, <ServerMarkdown key={title} text={output.message} owner={owner} className="text-base" />]]
        : [],
    ),
  )
}

function validatorUrl({ name, skill, version }: SkillPage): string | undefined {
  const hash = skill.parameters && validatorHash(skill.parameters)
  return hash && paths.validator(name, version.number, hash)
}

function aboutTabs(page: SkillPage, origin: string) {
  return [...contractTabs(page, origin), filesTab(page)]
}

function filesTab({ name, skill, version, isBuiltIn }: SkillPage) {
  const canDownload = skill.kind === 'instruction' || skill.definition !== undefined
  const files = folderLines(skill)
  return {
    id: 'files',
    label: 'Files',
    content: (
      <FilesView
        name={name}
        version={version.number}
        files={files}
        canDownload={canDownload}
        isBuiltIn={isBuiltIn}
      />
    ),
  }
}

function contractTabs({ name, skill, skillSet, version }: SkillPage, origin: string) {
  if (!skill.parameters) return []
  const contract = contractDocument({ version: version.number }, skill)
  return [
    {
      id: 'contract',
      label: 'Contract',
      content: (
        <ContractView
          name={name}
          contract={contract}
          hashes={{ contract: contractHash(contract), permissions: permissionsHash(skillSet, skill) }}
          input={skill.parameters}
          output={skill.response ?? {}}
          agreeable={{ ...skillSet, skills: [skill] }}
          isPublic={version.visibility === 'PUBLIC'}
        />
      ),
    },
    {
      id: 'code',
      label: 'Code',
      content: (
        <CodeView
          call={{ origin, name, version: version.number }}
          parameters={skill.parameters}
          example={skill.examples?.[0]?.input ?? {}}
          tools={exportForCode({ name, version: version.number, skill, permissions: skillSet.permissions })}
          prompt={skill.prompt}
          definition={skill.definition}
        />
      ),
    },
  ]
}

type CodeViewProps = CallCodeProps & { prompt: string; definition?: string }

function CodeView({ prompt, definition, ...call }: CodeViewProps) {
  return (
    <div className="grid gap-8">
      <CallCode {...call} />
      <section className="grid gap-2">
        <h3 className="font-medium text-sm">Prompt for agents</h3>
        <p className="max-w-3xl whitespace-pre-wrap text-pretty text-sm">{prompt}</p>
      </section>
      {definition && (
        <section className="grid min-w-0 gap-2">
          <h3 className="font-medium text-sm">Definition</h3>
          <p className="text-muted-foreground text-sm">The code of this version.</p>
          <CodeBlock text={definition} label="definition" />
        </section>
      )}
    </div>
  )
}
