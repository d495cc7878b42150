/**
 * The public API. Everything that a user of the package can import from 'agentbrowser' is named here, and nothing else.
 */
export type { AgentAction } from './agent/action.ts';
export type { AgentEvent, AgentFailure, AgentResult, AgentTokens } from './agent/agent-event.ts';
export type { ModelOptions } from './agent/model-options.ts';
export { type AgentOptions, agentEvents, runAgent } from './agent/run-agent.ts';
export type { Auth, Login, LoginSummary, LoginTest, NewLogin } from './client/auth.ts';
export { AgentBrowser, type LaunchOptions, type SessionOptions } from './client/browser.ts';
export type { BlockOptions, NetworkOptions, ProxyOptions, ResourceType } from './client/network-options.ts';
export type { ProfileOptions, ProfilePlatform } from './client/profile-options.ts';
export type { ReplayDifference, ReplayReport } from './client/replay-trace.ts';
export type { Session } from './client/session.ts';
export type { TakeOver, TakeOverOptions } from './client/session-live.ts';
export type { LoginOptions, LoginPending } from './client/session-login.ts';
export type {
  CallOptions,
  ClickOptions,
  EventOptions,
  GotoOptions,
  NewTabOptions,
  Picture,
  PictureOptions,
  PressOptions,
  ScrollOptions,
  StateOptions,
  TextOptions,
  TypeOptions,
} from './client/session-options.ts';
export {
  AgentBrowserError,
  ElementNotFoundError,
  type ErrorCode,
  isAgentBrowserError,
  LoginFailedError,
  type LoginFailure,
} from './errors.ts';
export type { VaultOptions } from './protocol/auth-methods.ts';
export type { PersonEvent } from './protocol/live-methods.ts';
export type {
  ActionResult,
  BoxRow,
  DialogPolicy,
  ElementTarget,
  HttpCredentials,
  NetworkReport,
  SessionEvent,
  StorageState,
  TabInfo,
  TabPage,
  WaitCondition,
} from './protocol/methods.ts';
export type { Cookie, EmulateOptions, NewCookie } from './protocol/page-methods.ts';
export { applyDelta } from './spatial/delta.ts';
export { elementRole } from './spatial/element-role.ts';
export type {
  Bounds,
  SpatialChange,
  SpatialDelta,
  SpatialDom,
  SpatialElement,
  SpatialRest,
} from './spatial/spatial-dom.ts';
export type { ToTextOptions } from './spatial/text-line.ts';
export { deltaToText, toText } from './spatial/to-text.ts';
export type { RedisOptions } from './worker/queues.ts';
export { BrowserWorker, type WorkerOptions } from './worker/worker.ts';
export { connectWorkers, type DeadLetter, type Workers, type WorkersOptions } from './worker/workers.ts';
