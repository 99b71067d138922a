import { mcpClients } from '#lib/contract/market/mcp-clients.ts'
import type { ToolsetView } from '#lib/toolsets/list-toolsets.ts'
import { CodeBlock } from '../quick-execute/code-block.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { AddSkill } from './add-skill.tsx'
import { DeleteToolset } from './delete-toolset.tsx'
import { PinnedSkill } from './pinned-skill.tsx'
import type { ToolsetActions } from './toolset-actions.ts'

type ToolsetCardProps = {
  toolset: ToolsetView
  /** The address for clients. */
  url: string
  canChange: boolean
  organisationName: string
  actions: ToolsetActions
}

/** One toolset: its address, its skills, and what waits for a consent. */
export function ToolsetCard({ toolset, url, canChange, organisationName, actions }: ToolsetCardProps) {
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
            <AddSkill
              toolset={slug}
              taken={skills.map(({ name }) => name)}
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
        <CopyButton text={url} label={`Copy the address of ${slug}`} />
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
          No skills yet: a client gets only the eight tools of the Skills Protocol.
        </p>
      )}
      <Clients url={url} />
    </section>
  )
}

/** How each client is told of the address. */
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
