'use client'

/** Over the Vault page: whose vault it is, and the way to the side where there is no room for it. */
import { PanelLeft } from 'lucide-react'
import { Button } from '../ui/button.tsx'

type DeskBarProps = {
  organisationName: string
  /** The person acts for another organisation in another tab. */
  isElsewhere: boolean
  onSide: () => void
}

export function DeskBar({ organisationName, isElsewhere, onSide }: DeskBarProps) {
  return (
    <>
      <div className="flex h-11 shrink-0 items-center gap-2 border-border border-b px-3">
        <Button
          variant="ghost"
          size="icon-sm"
          className="md:hidden"
          aria-label="Files, search, history and trash"
          onClick={onSide}
        >
          <PanelLeft aria-hidden />
        </Button>
        <h1 className="font-semibold tracking-tight">Vault</h1>
        <p className="min-w-0 truncate text-muted-foreground text-sm">{organisationName}</p>
      </div>
      {isElsewhere && (
        <p role="alert" className="border-border border-b bg-warning/15 px-3 py-2 text-sm">
          You act for another organisation now, in another tab. This page still shows the vault of{' '}
          {organisationName}: switch back there, or load this page again.
        </p>
      )}
    </>
  )
}
