/** In the place of an open file: what a vault is, and how to begin. */
import { FilePlus2, NotebookText } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

type VaultEmptyProps = {
  /** Whether there are no files at all. */
  isVaultEmpty: boolean
  organisationName: string
  onNew: () => void
  onSample: () => Promise<unknown>
  onFiles: () => void
}

export function VaultEmpty({ isVaultEmpty, organisationName, onNew, onSample, onFiles }: VaultEmptyProps) {
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-4">
      {isVaultEmpty ? (
        <EmptyState
          icon={NotebookText}
          title={`The vault of ${organisationName} is empty`}
          className="w-full max-w-xl border-none"
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <Button onClick={onNew}>
                <FilePlus2 aria-hidden />
                New note
              </Button>
              <Button variant="outline" onClick={onSample}>
                Add a sample
              </Button>
            </div>
          }
        >
          A vault holds your organisation’s notes and files. You write here, and agents, skills and plans that
          you run can read and write the same files while you watch. Every change is kept in the history and
          can be undone. To bring files along, drop them anywhere on this page.
        </EmptyState>
      ) : (
        <EmptyState
          icon={NotebookText}
          title="No file is open"
          className="w-full max-w-xl border-none"
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <Button onClick={onNew}>
                <FilePlus2 aria-hidden />
                New note
              </Button>
              <Button variant="outline" className="md:hidden" onClick={onFiles}>
                Show the files
              </Button>
            </div>
          }
        >
          Choose one from the list of files. What you open here is what agents see as “the open file”.
        </EmptyState>
      )}
    </div>
  )
}
