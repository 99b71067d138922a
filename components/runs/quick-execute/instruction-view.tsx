import { FolderDown } from 'lucide-react'
import type { FolderLine } from '#lib/contracts/skill-folders/folder-lines.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ServerMarkdown } from '../../ui/markdown/server-markdown.tsx'
import { TextLink } from '../../ui/text-link.tsx'

export function InstructionView({ body, owner }: { body: string; owner: string }) {
  return (
    <article className="relative rounded-lg border border-border bg-card p-5 pr-14 shadow-xs sm:p-8 sm:pr-16">
      <CopyButton
        text={body}
        label="Copy the instructions"
        variant="ghost"
        className="absolute top-3 right-3"
      />
      <ServerMarkdown text={body} owner={owner} headingLevel={2} className="max-w-3xl" />
    </article>
  )
}

type FilesViewProps = {
  name: string
  version: string
  files: FolderLine[]
  canDownload: boolean
  isBuiltIn?: boolean
  isForSale?: boolean
  /** Why its files are not handed out, as a sentence. */
  refusal?: string | null
}

export function FilesView({ name, version, files, canDownload, ...why }: FilesViewProps) {
  const { isBuiltIn, isForSale, refusal } = why
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-2xl text-pretty text-muted-foreground text-sm">
          The skill as a folder. Agents read its files with{' '}
          <TextLink href={paths.docsRpc}>read_skill_file</TextLink>. Apps that support Agent Skills can use it
          without changes.
        </p>
        {canDownload ? (
          <Button asChild variant="outline" size="sm">
            {/* A plain link, because the router would prefetch the file and fail to open it as a page. */}
            <a href={paths.skillFolder(name, version)} download>
              <FolderDown aria-hidden /> Download as zip
            </a>
          </Button>
        ) : (
          <p className="max-w-2xl text-pretty text-sm">
            {isBuiltIn
              ? 'Built into this site, so there is nothing to download.'
              : refusal
                ? `The folder cannot be downloaded. ${refusal}`
                : isForSale
                  ? 'The folder can be downloaded once the instructions are bought.'
                  : 'The source is closed, so the folder cannot be downloaded.'}
          </p>
        )}
      </div>
      <ul className="divide-y divide-border rounded-lg border border-border bg-card">
        {files.map(({ path, about, sizeBytes }) => (
          <li
            key={path}
            className="grid gap-x-6 gap-y-0.5 px-4 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5rem]"
          >
            <span className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{path}</span>
            <span className="text-muted-foreground [overflow-wrap:anywhere]">{about}</span>
            <span className="text-muted-foreground tabular-nums sm:text-right">
              {sizeBytes === undefined ? '' : formatBytes(sizeBytes)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
