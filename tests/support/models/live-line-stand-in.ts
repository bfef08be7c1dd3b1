/**
 * In a page, before its own scripts: stands in for a call of the vendor's own, which the server makes. `connecting` is
 * waited for before it is there, `hangUp()` breaks it, and while `isUnreachable` no other can be made.
 */
export const liveLineStandIn = `
  window.RTCPeerConnection = class {
    constructor() { window.peer = this; }
    addTrack() {}
    close() {}
    async setLocalDescription() { this.localDescription = { sdp: 'v=0' }; }
    async setRemoteDescription() { this.turn('connected'); }
    turn(state) {
      this.connectionState = state;
      this.onconnectionstatechange();
    }
  };
  window.hangUp = () => window.peer.turn('failed');
  const ask = window.fetch;
  window.fetch = async (input, init) => {
    if (!/^\\/api\\/visitor\\/calls(\\/said)?$/.test(String(input))) return ask(input, init);
    if (input.endsWith('said')) return new Response(null, { status: 204 });
    if (window.connecting) await window.connecting;
    if (window.isUnreachable) throw new TypeError('No network');
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('event: answer\\nid: 1\\ndata: {"sdp":"v=0"}\\n\\n')),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
`;
