/** The panel in Storybook's manager: one row a request, live, and what a person does about it. */
// Storybook builds what runs in its manager with the classic transform of JSX, which wants React by name.
import React from 'react'
import { AddonPanel } from 'storybook/internal/components'
import { addons, types, useChannel } from 'storybook/manager-api'
import { styled } from 'storybook/theming'
import { events, type PanelState, type Row } from './channel.ts'

const nothingYet: PanelState = { rows: [], unmatched: 0, outcomes: [], chosen: null }

/** Adds the panel; call it in `.storybook/manager.ts`. */
export function addLlmPanel(): void {
  addons.register('msw-llm', () => {
    addons.add('msw-llm/panel', {
      type: types.PANEL,
      title: 'LLM',
      render: ({ active }) => (
        <AddonPanel active={active ?? false}>
          <Panel />
        </AddonPanel>
      ),
    })
  })
}

function Panel() {
  const [{ rows, unmatched, outcomes, chosen }, setState] = React.useState(nothingYet)
  const emit = useChannel({ [events.state]: setState })
  React.useEffect(() => emit(events.hello), [emit])

  return (
    <Page aria-label="LLM requests">
      <Bar>
        <button type="button" onClick={() => emit(events.reset)}>
          Reset
        </button>
        <label>
          Answer with{' '}
          <select value={chosen ?? ''} onChange={({ target }) => emit(events.choose, target.value || null)}>
            <option value="">what the story says</option>
            {outcomes.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        {unmatched > 0 && (
          <strong role="alert">Calls that no route serves: {unmatched}. llm.verify() lists them.</strong>
        )}
      </Bar>
      {rows.length === 0 ? <p>No request has reached the mock.</p> : <Requests rows={rows} />}
    </Page>
  )
}

function Requests({ rows }: { rows: readonly Row[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">Call</th>
          <th scope="col">Model</th>
          <th scope="col">Status</th>
          <th scope="col">Outcome</th>
          <th scope="col">From</th>
          <th scope="col">Frames</th>
          <th scope="col">End mark</th>
          <th scope="col">Delivery</th>
          <th scope="col">Tokens in / out</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.sequence}>
            <td>{row.sequence}</td>
            <td className="long">{row.call}</td>
            <td>{row.model}</td>
            <td>{row.status}</td>
            <td>{row.outcome}</td>
            <td className="long">{row.source}</td>
            <td>{row.frames}</td>
            <td>{row.terminalMarker === null ? '–' : row.terminalMarker ? 'sent' : 'not sent'}</td>
            <td data-end={row.end}>{row.end}</td>
            <td>{row.usage}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Page = styled.section(({ theme }) => ({
  padding: 12,
  fontSize: theme.typography.size.s2,
  '& table': { borderCollapse: 'collapse', width: '100%' },
  '& th, & td': {
    padding: '4px 8px',
    textAlign: 'left',
    verticalAlign: 'top',
    borderBottom: `1px solid ${theme.appBorderColor}`,
  },
  '& td.long': { overflowWrap: 'anywhere', minWidth: 120 },
  '& td[data-end="errored"], & td[data-end="truncated"]': { color: theme.color.negativeText },
}))

const Bar = styled.div({ display: 'flex', gap: 16, alignItems: 'center', marginBottom: 12 })
