'use client'

/** “Open file”: the files of the vault by their names; before anything is typed, those that were changed last. */
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { paths } from '#lib/contract/market/paths.ts'
import { CommandFrame } from './command-frame.tsx'
import { FileGroup, fileValue } from './command-groups.tsx'
import { useFileSearch } from './use-file-search.ts'

export function FileList({ close }: { close: () => void }) {
  const router = useRouter()
  const [query, setQuery] = useState('')
  const { state, files } = useFileSearch(query)
  const words = wordsOf(state, files.length, query.trim())
  return (
    <CommandFrame
      label="Open a file of the vault"
      placeholder="The name of a file"
      query={query}
      onQuery={setQuery}
      best={files[0] && fileValue(files[0].path)}
      status={words ?? `${files.length} files found`}
    >
      <FileGroup
        files={files}
        open={(path) => {
          close()
          router.push(paths.vaultFile(path))
        }}
      />
      {words && <p className="px-2.5 py-3 text-muted-foreground text-sm">{words}</p>}
    </CommandFrame>
  )
}

/** Undefined when there are files to be seen. */
function wordsOf(state: string, count: number, typed: string): string | undefined {
  if (state === 'failed') return 'The search did not answer.'
  if (count > 0) return undefined
  if (state !== 'done') return 'Looking…'
  return typed === '' ? 'There is no file in the vault yet.' : `No file is called “${typed}”.`
}
