'use client'

import type { Issue } from '#lib/kernel/errors.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { usePackages } from './use-packages.ts'

/** Adds the package that a definition imports, or resolves the packages. Draws nothing for other problems. */
export function AddDependency({ issue, onAdd }: { issue: Issue; onAdd?: () => void }) {
  const { resolve, isPending, error } = usePackages()
  const name = issue.keyword === 'dependency' ? issue.params?.name : undefined
  const isAdding = typeof name === 'string'
  if (!isAdding && issue.keyword !== 'lock') return null
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        className="mt-1 flex"
        pending={isPending}
        onClick={() => {
          resolve(isAdding ? [name] : [])
          onAdd?.()
        }}
      >
        {isAdding ? `Add ${name} to the dependencies` : 'Resolve packages'}
      </Button>
      {error && <Alert variant="destructive">{error.message}</Alert>}
    </>
  )
}
