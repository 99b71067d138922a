import { Boxes } from 'lucide-react'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { Page } from '#components/shell/page.tsx'
import { CreateToolset, DeleteToolset, type ToolsetActions } from '#components/toolsets/toolset-dialogs.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { mcpClients } from '#lib/protocols/snippets/mcp-clients.ts'
import { listToolsets, type ToolsetView } from '#lib/toolsets/list-toolsets.ts'
import { AddSkillToToolset } from '../../../components/toolsets/add-skill-to-toolset.tsx'
import { PinnedSkill } from '../../../components/toolsets/pinned-skill.tsx'
import { CodeBlock } from '../../../components/ui/code-block.tsx'
import { CopyButton } from '../../../components/ui/copy-button.tsx'
import {
  addToToolset,
  createToolset,
  deleteToolset,
  readOffer,
  removeFromToolset,
  renewConsent,
} from './actions.ts'

const actions = {
  readSkill: readOffer,
  createToolset,
  deleteToolset,
  addToToolset,
  removeFromToolset,
  agreeAgain: renewConsent,
}

export const metadata: Metadata = { title: 'Toolsets' }

export default async function ToolsetsPage() {
  const ctx = await contextFromCookie()
  const { toolsets, canChange, organisationName } = await orNotFound(listToolsets(ctx))
  const origin = publicOrigin(await headers())

  return (
    <Page
      width="reading"
      title="Toolsets"
      description={`Skills and built-in tools that agents of ${organisationName} can use over MCP. Each is pinned to what you agreed to. When its description or permissions change, agents cannot use it until you agree to the change.`}
      actions={canChange && <CreateToolset create={createToolset} />}
    >
      {toolsets.length > 0 ? (
        toolsets.map((toolset) => (
          <ToolsetCard
            key={toolset.slug}
            toolset={toolset}
            url={origin + paths.mcpToolset(toolset.slug)}
            canChange={canChange}
            organisationName={organisationName}
            actions={actions}
          />
        ))
      ) : (
        <EmptyState icon={Boxes} title="No toolsets yet">
          {canChange
            ? 'Create a toolset, add the skills and tools an agent needs, and paste its URL into any MCP client.'
            : `Owners and admins of ${organisationName} can create one.`}
        </EmptyState>
      )}
    </Page>
  )
}

type ToolsetCardProps = {
  toolset: ToolsetView
  url: string
  canChange: boolean
  organisationName: string
  actions: ToolsetActions
}

function ToolsetCard({ toolset, url, canChange, organisationName, actions }: ToolsetCardProps) {
  const { slug, skills } = toolset
  return (
    <section
      aria-labelledby={`toolset-${slug}`}
      className="grid grid-cols-1 gap-4 rounded-lg border border-border bg-card p-5 shadow-xs"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={`toolset-${slug}`} className="font-semibold [overflow-wrap:anywhere]">
          {slug}
        </h2>
        {canChange && (
          <div className="flex flex-wrap gap-2">
            <AddSkillToToolset
              toolset={slug}
              addedSkills={skills.map(({ name }) => name)}
              organisationName={organisationName}
              actions={actions}
            />
            <DeleteToolset toolset={slug} remove={actions.deleteToolset} />
          </div>
        )}
      </div>
      <div className="flex items-start gap-2">
        <code className="min-w-0 flex-1 select-all rounded-md bg-muted px-3 py-1.5 text-sm leading-5 [overflow-wrap:anywhere]">
          {url}
        </code>
        <CopyButton text={url} label={`Copy the URL of ${slug}`} />
      </div>
      {skills.length > 0 ? (
        <ul className="divide-y divide-border border-border border-y">
          {skills.map((skill) => (
            <PinnedSkill
              key={skill.name}
              toolset={slug}
              skill={skill}
              canChange={canChange}
              organisationName={organisationName}
              actions={actions}
            />
          ))}
        </ul>
      ) : (
        <p className="text-muted-foreground text-sm">
          No skills yet. Clients only get the eight tools of the Skills Protocol.
        </p>
      )}
      <Clients url={url} />
    </section>
  )
}

function Clients({ url }: { url: string }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted-foreground">Connect a client</summary>
      <div className="mt-4 grid grid-cols-1 gap-5">
        {mcpClients(url).map(({ name, steps, open, keyed }) => {
          const snippet = open ?? keyed
          return (
            <div key={name} className="grid grid-cols-1 gap-2">
              <h3 className="font-medium">{name}</h3>
              <p className="text-pretty text-muted-foreground">{steps}</p>
              {snippet && <CodeBlock text={snippet.text} label={`${name}: ${snippet.where}`} />}
            </div>
          )
        })}
      </div>
    </details>
  )
}
