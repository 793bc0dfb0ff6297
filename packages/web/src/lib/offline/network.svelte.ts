class Network {
  isOffline = $state(!navigator.onLine);

  constructor() {
    const follow = () => (this.isOffline = !navigator.onLine);
    window.addEventListener('online', follow);
    window.addEventListener('offline', follow);
  }
}

export const network = new Network();
