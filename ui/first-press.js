// Keeps a press on the picture of the last screen that comes before the scripts: ShownPicture takes it.
addEventListener(
  "pointerdown",
  (event) => {
    window.firstPress = event;
  },
  { capture: true, once: true },
);
