import { FolderDown } from 'lucide-react'
import { paths } from '#lib/contract/market/paths.ts'
import { sizeWords } from '#lib/contract/market/size-words.ts'
import type { FolderLine } from '#lib/folders/folder-lines.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'

type FilesViewProps = {
  name: string
  version: string
  files: FolderLine[]
  /** False when the source is closed to this reader. */
  canDownload: boolean
  /** A built-in tool: its code is Guildhall's own. */
  isBuiltIn?: boolean
}

/** The skill as a folder: what agents read file by file, and anybody can take along. */
export function FilesView({ name, version, files, canDownload, isBuiltIn }: FilesViewProps) {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-2xl text-pretty text-muted-foreground text-sm">
          The skill as a folder. Agents read its files with{' '}
          <Link href={paths.docsRpc} className="underline underline-offset-4">
            read_skill_file
          </Link>
          ; programs that know Agent Skills can use it as it is.
        </p>
        {canDownload ? (
          <Button asChild variant="outline" size="sm">
            {/* A download, not a page: the router must not fetch it ahead. */}
            <a href={paths.skillFolder(name, version)} download>
              <FolderDown aria-hidden /> Download as a zip
            </a>
          </Button>
        ) : (
          <p className="text-sm">
            {isBuiltIn
              ? 'Built into this site, so there is nothing to download.'
              : 'The source is closed, so there is no download.'}
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
              {sizeBytes === undefined ? '' : sizeWords(sizeBytes)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
