/** The graph of a plan, laid out by dagre and drawn by xyflow. Both are loaded on first use. */
'use client'

import '@xyflow/react/dist/style.css'
import dagre from '@dagrejs/dagre'
import {
  Background,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react'
import { Repeat } from 'lucide-react'
import { type CSSProperties, useMemo } from 'react'
import { cn } from '../../ui/cn.ts'
import type { GraphNode, PlanGraphModel } from '../document/build-plan-graph.ts'
import { StepNumber } from './reference-chip.tsx'

const SIZE = { width: 240, height: 76 }
const GAPS = { nodesep: 40, ranksep: 72 }

// Limits the height, so that labels stay readable on phones.
const MARGIN = 48
const MIN_HEIGHT = 320
const MAX_HEIGHT = 1_100

type StepNode = Node<GraphNode, 'step'>

export function GraphSurface({ graph, onOpen }: { graph: PlanGraphModel; onOpen: (index: number) => void }) {
  const { nodes, edges, height } = useMemo(() => layOutGraph(graph), [graph])
  return (
    <div style={{ height: Math.min(Math.max(height + 2 * MARGIN, MIN_HEIGHT), MAX_HEIGHT) }}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        aria-label="Graph of the plan"
        fitView
        fitViewOptions={{ padding: 0.15, maxZoom: 1 }}
        minZoom={0.2}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        preventScrolling={false}
        zoomOnScroll={false}
        onNodeClick={(_, { data }) => onOpen(data.index)}
        proOptions={{ hideAttribution: true }}
        style={COLOURS}
      >
        <Background gap={20} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  )
}

const COLOURS = {
  '--xy-edge-label-background-color': 'var(--card)',
  '--xy-edge-label-color': 'var(--foreground)',
  '--xy-edge-stroke': 'var(--muted-foreground)',
  '--xy-background-pattern-color': 'var(--border)',
  '--xy-controls-button-background-color': 'var(--popover)',
  '--xy-controls-button-background-color-hover': 'var(--muted)',
  '--xy-controls-button-color': 'var(--foreground)',
  '--xy-controls-button-color-hover': 'var(--foreground)',
  '--xy-controls-button-border-color': 'var(--border)',
} as CSSProperties

const NODE_TYPES = { step: StepNodeView }

function StepNodeView({ data }: NodeProps<StepNode>) {
  return (
    <div
      className={cn(
        'flex h-[76px] w-60 cursor-pointer items-start gap-2 rounded-lg border border-border bg-popover p-3 text-popover-foreground text-sm shadow-sm',
        data.hasProblem && 'border-destructive',
      )}
    >
      <Handle type="target" position={Position.Top} className="opacity-0" isConnectable={false} />
      <StepNumber number={data.index + 1} />
      <span className="grid min-w-0 gap-0.5">
        <span className="flex items-center gap-1.5 truncate font-medium">
          {data.title}
          {data.isRepeated && <Repeat className="size-3.5 shrink-0 text-info" aria-label="for each item" />}
        </span>
        <span className="line-clamp-2 text-muted-foreground text-xs">
          {data.hasProblem ? 'Has a problem' : data.preview === data.title ? data.id : data.preview}
        </span>
      </span>
      <Handle type="source" position={Position.Bottom} className="opacity-0" isConnectable={false} />
    </div>
  )
}

function layOutGraph({ nodes, edges }: PlanGraphModel): { nodes: StepNode[]; edges: Edge[]; height: number } {
  const layout = new dagre.graphlib.Graph()
  layout.setGraph({ rankdir: 'TB', ...GAPS })
  layout.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) layout.setNode(id, { ...SIZE })
  for (const { from, to } of edges) layout.setEdge(from, to)
  dagre.layout(layout)
  return {
    height: layout.graph().height ?? 0,
    nodes: nodes.map((data) => {
      const { x, y } = layout.node(data.id)
      return {
        id: data.id,
        type: 'step',
        data,
        position: { x: x - SIZE.width / 2, y: y - SIZE.height / 2 },
        ...SIZE,
        ariaLabel: `Step ${data.index + 1}: ${data.preview}`,
      }
    }),
    edges: edges.map(({ from, to, label }) => ({
      id: `${from}→${to}`,
      source: from,
      target: to,
      label,
      markerEnd: { type: MarkerType.ArrowClosed },
      ariaLabel: `${label} flows from ${from} to ${to}`,
    })),
  }
}
