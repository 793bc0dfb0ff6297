/** Whether the device is connected to a network, as far as the browser knows. Reactive. */
class Network {
  isOffline = $state(!navigator.onLine);

  constructor() {
    const follow = () => (this.isOffline = !navigator.onLine);
    window.addEventListener('online', follow);
    window.addEventListener('offline', follow);
  }
}

export const network = new Network();
